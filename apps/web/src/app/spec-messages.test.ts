/**
 * Each message of the specification's sections 5 and 8, and the page test that provokes it through the real screen. It
 * fails when that test no longer has the text: move the text there first, then here.
 */
import { describe, expect, it } from 'vitest';

const tests: Record<string, string> = import.meta.glob('./pages/**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Row = [page: string, messages: string[]];

const VALIDATION: Row[] = [
  // Organizations, groups, contacts.
  [
    'organization-forms',
    [
      'Organization name is required',
      'Street name and number is required',
      'City is required',
      'State is required',
      'ZipCode is required',
      'Invalid Phone Number',
    ],
  ],
  ['organization-page', ['Group Name is Required']],
  ['my-organization-page', ['Member Id is required', 'Title is required']],
  // Members and households.
  [
    'member-form-pages',
    [
      'First Name is required',
      'Last Name is required',
      'Invalid Date of Birth',
      'Invalid Phone Number',
      'Invalid email address',
      'Street Name and Number is required',
      'City name is required',
      'State is required',
      'Zip Code is required',
    ],
  ],
  ['household-tab', ['Member Id is required', 'Relationship is required']],
  // Requests to become a member.
  [
    'intake-form-page',
    ['Invalid First Name', 'Invalid Last Name', 'Invalid Middle Initial', 'Invalid Birth Date'],
  ],
  // Runs.
  ['campaign-run-page', ['The name is required', 'The description is required', 'Incorrect date']],
  // Sign-in pages.
  ['sign-in-page', ['Invalid email address']],
  [
    'sign-up-page',
    [
      'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.',
      'Password does not match',
    ],
  ],
  ['confirm-email-page', ['Not valid']],
  ['link-account-page', ['Invalid Last Name', 'Invalid Phone Number', 'Invalid Date of Birth']],
  [
    'address-pages',
    [
      'Street Name and Number is required',
      'City name is required',
      'State is required',
      'Zip Code is required',
    ],
  ],
  // Cards.
  ['account-process-payment-page', ['cardholderName name is required', 'Invalid card number']],
];

const ERRORS: Row[] = [
  [
    'organization-page',
    [
      'There is a group of that name already.',
      'Error 401 - You are not authorized to view this page',
      'No response was received from the server.',
    ],
  ],
  ['organization-forms', ['Error 401 - You are not authorized to view this page']],
  [
    'staff-member-page',
    [
      'goes to the bad-request page when the member cannot be loaded',
      'shows for 5 s why a member cannot be deleted',
      'No Campaign Memberships Found',
    ],
  ],
  ['membership-page', ["is not in primary's household"]],
  ['my-organization-page', ['No response was received from the server.']],
  ['members-page', ['You are not authorized to view this page']],
  ['campaign-run-page', ['You are not authorized to view this page']],
  ['campaign-memberships-page', ['could NOT refresh prices', 'No Campaign Memberships Found']],
  ['sign-in-page', ['Invalid username or password.']],
  ['sign-up-page', ['This email address is already registered']],
  ['confirm-email-page', ['The code is not valid or expired']],
  ['forgot-password-page', ['This email is not registered or not confirmed']],
  ['reset-password-page', ["Something went wrong. Your password hasn't been changed"]],
  ['link-account-page', ['Cannot link your account. Please verify your information and try again.']],
  ['address-pages', ['Cannot update your address. Please verify your information and try again.']],
  [
    'overview-page',
    [
      'oops, something went wrong: we cannot load your recent donations at this time. Please check back later.',
      'No active fundraisers found',
      'No donations to display',
      "You don't have any linked accounts",
    ],
  ],
  [
    'account-process-payment-page',
    [
      'Your card was declined. Please verify that you entered it correctly or try a different card.',
      'Last 4 card numbers are invalid.',
      'First 6 card numbers are invalid.',
      'Error connecting to Payment Gateway',
    ],
  ],
  [
    'donate-review-page',
    [
      'CVV does not match. Please try again.',
      'Card expired. Please try another.',
      'Card declined: over limit / Insufficient funds.',
      'Incorrect billing zip code. Please try again.',
      'Card Decline: Above maximum transaction count per card',
      'Card Declined. No additional reason provided by your bank.',
      'Card Declined: incorrect or invalid CVV',
      'Processing Error',
      'Expired Card',
      'Card Declined',
    ],
  ],
];

describe.each([
  ['5', VALIDATION],
  ['8', ERRORS],
])('messages of section %s are provoked', (_section, rows) => {
  it.each(rows)('by the test of %s', (page, messages) => {
    const file = Object.keys(tests).find((name) => name.endsWith(`/${page}.test.tsx`));
    const text = (file && tests[file]) ?? '';
    expect(messages.filter((message) => !text.includes(message))).toEqual([]);
  });
});
