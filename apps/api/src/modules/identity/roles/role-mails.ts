/** The mail that invites a person without an account to a role. */
import { INVITATION_DAYS } from '@kinfold/domain/assigned-role';
import { pluralOf } from '@kinfold/domain/text';
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import { portalName } from '../../../platform/portal.ts';

/** `appUrl` is the address of the portal; its sign-up page opens with the email filled in. */
export function invitationMail(
  { email, role }: { email: string; role: string },
  { organizationName }: { organizationName: string },
  inviter: string,
  appUrl: string,
): Mail {
  const page = new URL('/sign-up', appUrl);
  page.searchParams.set('email', email);
  return mailOf(email, {
    title: `You are invited to help at ${organizationName}`,
    paragraphs: [
      `${inviter} invites you to be ${role} of ${organizationName} in ${portalName()}, the portal of its funds.`,
      'Sign up with this email address and confirm it: the role is yours from then on.',
    ],
    action: { label: 'Create my account', url: page.href },
    closing: [
      pluralOf(INVITATION_DAYS, 'The invitation is good for # day.', 'The invitation is good for # days.'),
      'If you do not know about this, ignore this mail: nothing happens.',
    ],
  });
}
