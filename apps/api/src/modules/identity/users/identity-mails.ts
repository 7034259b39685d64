/** The mails about accounts, in HTML and text. */
import { CONFIRM_CODE_HOURS, RESET_CODE_HOURS } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';

const hours = (count: number) => countOf(count, 'hour', 'hours');

/** `page` is the address of the page that takes email and code. */
export function confirmationMail(to: string, code: string, page: string): Mail {
  return mailOf(to, {
    title: 'Confirm your email address',
    paragraphs: [
      'Someone, most likely you, signed up with this email address. Confirm that it is yours:',
      'Your confirmation code is',
    ],
    code,
    action: { label: 'Confirm my email', url: withQuery(page, { email: to, code }) },
    closing: [
      `The code is good for ${hours(CONFIRM_CODE_HOURS)} and works once.`,
      'If you did not sign up, do not use the code: without it nothing happens. Whoever did chose the password of that account. If you want an account, sign up yourself: yours replaces that one.',
    ],
  });
}

/** `page` is the address of the page that takes the code and a new password. */
export function resetMail(to: string, code: string, page: string): Mail {
  return mailOf(to, {
    title: 'Set a new password',
    paragraphs: ['Someone, most likely you, asked for a new password for this email address.'],
    action: { label: 'Set a new password', url: withQuery(page, { code }) },
    closing: [
      `The link is good for ${hours(RESET_CODE_HOURS)} and works once.`,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  });
}

/** `signedOutOn`: 'every device', or every other one. `page` is the address where a new password is requested. */
export function passwordChangedMail(to: string, signedOutOn: string, page: string): Mail {
  return mailOf(to, {
    title: 'Your password was changed',
    paragraphs: [
      `The password of your account was just changed, and you were signed out on ${signedOutOn}.`,
      'If it was you, there is nothing to do. If it was not, set a new password right away:',
    ],
    action: { label: 'Set a new password', url: page },
  });
}

/** `page` is the address of the sign-in page. */
export function accountLinkedMail(to: string, page: string): Mail {
  return mailOf(to, {
    title: 'Your account is linked',
    paragraphs: [
      'Your account is now linked to your membership: you see who is covered, what is due and what you have paid.',
    ],
    action: { label: 'Open my account', url: page },
    closing: ['If this was not you, please tell your organization.'],
  });
}

/** `page` is the address where an account is linked. */
export function accountUnlinkedMail(to: string, page: string): Mail {
  return mailOf(to, {
    title: 'Your account is no longer linked',
    paragraphs: [
      'The office of your church or organization has ended the link of this account to a membership, and you were signed out on every device. Cards that you had saved are deleted, and nothing is paid by itself any more.',
      'If it was the wrong membership, sign in and link your own:',
    ],
    action: { label: 'Link my account', url: page },
    closing: ['If you think that this is a mistake, please ask the office.'],
  });
}

function withQuery(page: string, query: Record<string, string>): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
