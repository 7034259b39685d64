/** The mails about sign-ins that are linked to a member, to the member or to the contacts of the organization. */
import { fullName } from '@kinfold/domain/person-name';
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';

type Named = {
  firstNm: string;
  lastNm: string;
  memberId: string;
  organizationName: string;
  deceasedDt: string | null;
};

/** The recipient and the member; contacts read which member it is about. */
export type LinkNotice = { to: string; member: Named; isToMember: boolean };

/** Enough of an address to recognize one's own, too little to write to another's: `r•••@example.org`. */
export function maskedEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}

const nameOf = ({ member }: LinkNotice) => `${fullName(member)} (${member.memberId})`;

/** What to do about a wrong link. */
function undoLine({ member, isToMember }: LinkNotice): string {
  return isToMember
    ? `If that was not you, tell ${member.organizationName} today: they can have it undone.`
    : `If they know nothing of it, ask whoever runs this portal to undo it for ${member.memberId}.`;
}

function noticeMail(
  { to, member, isToMember }: LinkNotice,
  title: string,
  paragraphs: readonly string[],
): Mail {
  const why = member.deceasedDt
    ? 'You get this mail because your records say that this member has died.'
    : 'You get this mail because your records have no email address for this member.';
  return mailOf(to, { title, paragraphs: isToMember ? paragraphs : [...paragraphs, why] });
}

/** `account` is the email of the sign-in. */
export function memberLinkedMail(notice: LinkNotice, account: string): Mail {
  const whom = notice.isToMember ? 'your membership' : nameOf(notice);
  const title = notice.isToMember
    ? 'A sign-in was linked to your membership'
    : `A sign-in was linked to ${nameOf(notice)}`;
  return noticeMail(notice, title, [
    `The sign-in ${maskedEmail(account)} was just linked to ${whom}. It can see who is covered, what is due and what was paid, change the address and phone, and pay.`,
    undoLine(notice),
  ]);
}

/** Somebody may be guessing the phone number. */
export function linkTriesMail(notice: LinkNotice): Mail {
  const title = notice.isToMember
    ? 'Somebody tried to link a sign-in to your membership'
    : `Somebody tried to link a sign-in to ${nameOf(notice)}`;
  const whose = notice.isToMember ? 'your' : 'this member’s';
  return noticeMail(notice, title, [
    `Somebody gave ${whose} last name and birth date too many times with a phone number that is not in the records. Nothing was linked, and no more tries are possible for a day.`,
    notice.isToMember
      ? `If it was you, ask ${notice.member.organizationName} which phone number they have for you. If it was not, tell them.`
      : 'If it was this member, check the phone number in your records.',
  ]);
}

/** `account` is the email of the sign-in that was linked. */
export function memberUnlinkedMail(notice: LinkNotice, account: string): Mail {
  const title = notice.isToMember
    ? 'A sign-in is no longer linked to your membership'
    : `A sign-in is no longer linked to ${nameOf(notice)}`;
  return noticeMail(notice, title, [
    `The office has ended the link of the sign-in ${maskedEmail(account)} to ${notice.isToMember ? 'your membership' : nameOf(notice)}. It can no longer see or change anything there.`,
    notice.isToMember
      ? 'To see online whether you are covered, sign in with an account of your own and link it.'
      : 'The member can link an account of their own.',
  ]);
}
