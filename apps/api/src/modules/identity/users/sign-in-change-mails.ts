/** The mails about a changed sign-in address: to the old one and to the new one. */
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import { maskedEmail } from './link-mails.ts';

/** To the new address. `page` is where a new password is requested. */
export function newAddressMail(to: string, page: string): Mail {
  return mailOf(to, {
    title: 'You sign in with this address now',
    paragraphs: [
      'The office of your church or organization has changed the email address that you sign in with to this one. Your password is the one you had, and you were signed out on every device.',
      'If you do not remember the password, set a new one:',
    ],
    action: { label: 'Set a new password', url: page },
    closing: ['If you did not ask for this, please tell the office today.'],
  });
}

/** To the old address. */
export function oldAddressMail(to: string, email: string): Mail {
  return mailOf(to, {
    title: 'You no longer sign in with this address',
    paragraphs: [
      `The office of your church or organization has changed the email address of your sign-in to ${maskedEmail(email)}. Nobody can sign in with this address any more.`,
      'If you did not ask for this, tell the office today: they can change it back.',
    ],
  });
}
