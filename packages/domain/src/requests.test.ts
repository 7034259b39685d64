/** Every request schema has our texts: zod's own text never reaches a person. */
import { describe, expect, it } from 'vitest';
import { AddressForm } from './address.ts';
import { AuditFilters, AuditQuery } from './audit.ts';
import { CampaignRunForm } from './campaign-run.ts';
import { ConfirmEmailForm, EmailForm, RefreshRequest, SignInForm, TokenRequest } from './identity.ts';
import { AccountLinkForm } from './account-link.ts';
import { ChangePasswordForm, NewPasswordForm, RegistrationForm } from './password.ts';
import { JobsQuery } from './job.ts';
import { FamilyPerson } from './family.ts';
import { MemberForm, MemberSearchQuery, PhoneForm } from './member-edit.ts';
import { ContactForm } from './organization.ts';
import { pageQuery } from './pagination.ts';
import { CardData, DonationPayRequest } from './payment.ts';
import { PermissionCheck } from './permission.ts';

const PASSWORD_RULE =
  'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.';

/** The errors of a request without any field, field by field. */
const requests = [
  {
    name: 'CampaignRunForm',
    schema: CampaignRunForm,
    missing: {
      name: 'The name is required',
      description: 'The description is required',
      startDt: 'Incorrect date',
      endDt: 'Incorrect date',
    },
  },
  {
    name: 'AccountLinkForm',
    schema: AccountLinkForm,
    missing: { lastNm: 'Invalid Last Name', birthDt: 'Invalid Date of Birth', phone: 'Invalid Phone Number' },
  },
  {
    name: 'ConfirmEmailForm',
    schema: ConfirmEmailForm,
    missing: { email: 'Invalid email address', code: 'Not valid' },
  },
  { name: 'EmailForm', schema: EmailForm, missing: { email: 'Invalid email address' } },
  {
    name: 'ChangePasswordForm',
    schema: ChangePasswordForm,
    missing: { code: 'The link is not complete', password: PASSWORD_RULE },
  },
  { name: 'RefreshRequest', schema: RefreshRequest, missing: { userToken: 'userToken is required' } },
  {
    name: 'NewPasswordForm',
    schema: NewPasswordForm,
    missing: { password: PASSWORD_RULE, confirmPassword: 'Password does not match' },
  },
  {
    name: 'RegistrationForm',
    schema: RegistrationForm,
    missing: {
      email: 'Invalid email address',
      password: PASSWORD_RULE,
      confirmPassword: 'Password does not match',
      terms: 'You must accept the terms',
    },
  },
  {
    name: 'SignInForm',
    schema: SignInForm,
    missing: { username: 'Invalid email address', password: 'Enter your password' },
  },
  {
    name: 'TokenRequest',
    schema: TokenRequest,
    missing: { username: 'Enter your email', password: 'Enter your password' },
  },
  {
    name: 'AddressForm',
    schema: AddressForm,
    missing: {
      streetAddress: 'Street Name and Number is required',
      cityNm: 'City name is required',
      stateCd: 'State is required',
      postalCd: 'Zip Code is required',
    },
  },
  {
    name: 'MemberForm',
    schema: MemberForm,
    missing: {
      firstNm: 'First Name is required',
      lastNm: 'Last Name is required',
      birthDt: 'Invalid Date of Birth',
      relationship: 'Relationship is required',
    },
  },
  {
    name: 'FamilyPerson',
    schema: FamilyPerson,
    missing: {
      firstNm: 'First Name is required',
      lastNm: 'Last Name is required',
      birthDt: 'Invalid Date of Birth',
      relationship: 'Relationship is required',
    },
  },
  { name: 'PhoneForm', schema: PhoneForm, missing: { phoneNbr: 'Invalid Phone Number' } },
  {
    name: 'MemberSearchQuery',
    schema: MemberSearchQuery,
    missing: { search_term: 'Type at least 3 characters' },
  },
  {
    name: 'ContactForm',
    schema: ContactForm,
    missing: { member_id: 'Member Id is required', title: 'Title is required' },
  },
  {
    name: 'DonationPayRequest',
    schema: DonationPayRequest,
    missing: {
      cardData: 'Choose a card',
      donationAmount: 'Amounts are integer cents',
      processingFee: 'Amounts are integer cents',
    },
  },
  { name: 'CardData', schema: CardData, missing: { token: 'Choose a card' } },
  {
    name: 'PermissionCheck',
    schema: PermissionCheck,
    missing: { resourceUri: 'resourceUri is required', permission: 'permission is required' },
  },
  { name: 'pageQuery', schema: pageQuery(5), missing: {} },
  {
    name: 'AuditQuery',
    schema: AuditQuery,
    missing: { organization_number: 'Name an organization or a subject' },
  },
  { name: 'AuditFilters', schema: AuditFilters, missing: {} },
  {
    name: 'JobsQuery',
    schema: JobsQuery,
    missing: { organization_number: 'organization_number is required' },
  },
];

describe.each(requests)('$name', ({ schema, missing }) => {
  const messagesOf = (value: unknown) => {
    const { error } = schema.safeParse(value);
    return (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message] as const);
  };

  it('names every missing field in our words', () => {
    expect(Object.fromEntries(messagesOf({}))).toEqual(missing);
  });

  it.each([undefined, null, 5, 'text', [[]]])('says in our words that %j is no request', (value) => {
    const messages = messagesOf(value).map(([, message]) => message);
    expect(messages).toEqual([schema === CardData ? 'Choose a card' : 'The request has no fields']);
  });

  it.each(Object.keys(schema.shape))('never shows stock words for a wrong %s', (field) => {
    const wrong: unknown[] = [
      null,
      5,
      0.5,
      -1,
      true,
      '',
      ' ',
      'x'.repeat(5_000),
      [],
      [null],
      {},
      Symbol('s'),
    ];
    for (const value of wrong)
      for (const [, message] of messagesOf({ [field]: value }))
        expect(message).not.toMatch(/invalid (input|type|string|option|element)|expected|too (big|small)/i);
  });
});
