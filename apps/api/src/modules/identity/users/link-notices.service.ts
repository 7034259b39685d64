/** Notifies a member about sign-ins that are linked to them; without an email, or when they have died, the contacts of the nearest organization that have one. */
import { calendarDateOf } from '@kinfold/domain/dates';
import type { Session } from '../../../platform/database.ts';
import type { Mail } from '../../../platform/mailer.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { nearestContactEmails } from '../../people/contacts/contact.service.ts';
import { queueMail } from '../../../work/outbox.ts';
import { linkTriesMail, memberLinkedMail, memberUnlinkedMail, type LinkNotice } from './link-mails.ts';
import type { User } from './user.model.ts';

/** The emails of a member's record, normalized like those of users. */
export function emailsOf({ emails }: MemberRecord): string[] {
  return emails.map(({ email }) => email.trim().toLowerCase()).filter(Boolean);
}

const LINK_MAILS = { linked: memberLinkedMail, unlinked: memberUnlinkedMail };

/** Notifies that a sign-in was linked to the member, or that this was undone, in the transaction that does it. */
export async function notifyLink(
  member: MemberRecord,
  user: User,
  what: keyof typeof LINK_MAILS,
  now: Date,
  session: Session,
): Promise<void> {
  // A user who links their own record gets a mail about that already.
  await notify(
    member,
    `${what}:${user._id}:${user.sessionEpoch}`,
    (notice) => LINK_MAILS[what](notice, user.email),
    now,
    { exceptTo: user.email, session },
  );
}

/** Notifies about too many tries to link a sign-in to the member; at most once a day (UTC). */
export async function notifyTries(member: MemberRecord, now: Date): Promise<void> {
  await notify(member, `tries:${calendarDateOf(now, 'UTC')}`, linkTriesMail, now);
}

async function notify(
  member: MemberRecord,
  what: string,
  mailOf: (notice: LinkNotice) => Mail,
  now: Date,
  { exceptTo, session }: { exceptTo?: string; session?: Session } = {},
): Promise<void> {
  const own = member.deceasedDt === null ? emailsOf(member) : [];
  const isToMember = own.length > 0;
  const recipients = isToMember ? own : await nearestContactEmails(member.organizationNumber);
  for (const to of new Set(recipients))
    if (to !== exceptTo)
      await queueMail(
        { _id: `member-link:${member._id}:${what}:${to}`, ...mailOf({ to, member, isToMember }) },
        now,
        session,
      );
}
