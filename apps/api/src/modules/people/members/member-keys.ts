/** Keys derived from a member's other fields and stored for indexes. */
import type { CalendarDate } from '@kinfold/domain/dates';
import { phoneDigits } from '@kinfold/domain/phone';
import { phoneEndsOf, searchKeysOfName, startsOf } from '@kinfold/domain/search';
import { foldText } from '@kinfold/domain/text';
import type { MemberRecord } from './member.model.ts';

/** The key for a birth date and the last 4 digits of a phone. */
export function linkKeyOf(birthDt: CalendarDate, phoneLast4: string): string {
  return `${birthDt}:${phoneLast4}`;
}

/** Last and first name, folded: the order of every list of people. */
export function nameKeyOf(member: Pick<MemberRecord, 'firstNm' | 'lastNm'>): string {
  return foldText(`${member.lastNm} ${member.firstNm}`);
}

/** All derived keys; written whenever their sources change. */
export function memberKeys(
  member: Pick<MemberRecord, 'firstNm' | 'lastNm' | 'memberId' | 'birthDt' | 'phones' | 'emails'>,
): Pick<MemberRecord, 'nameKey' | 'searchKeys' | 'searchStarts' | 'linkKeys' | 'isReachable'> {
  const phones = member.phones.map(({ phoneNbr }) => phoneDigits(phoneNbr)).filter(Boolean);
  const names = [member.firstNm, member.lastNm].flatMap(searchKeysOfName);
  const searchKeys = [...new Set([...names, phoneDigits(member.memberId), ...phones])];
  return {
    nameKey: nameKeyOf(member),
    searchKeys,
    searchStarts: [...new Set([...startsOf(searchKeys), ...phones.flatMap(phoneEndsOf)])],
    isReachable: phones.length > 0 || member.emails.length > 0,
    linkKeys: [...new Set(phones.map((digits) => linkKeyOf(member.birthDt, digits.slice(-4))))],
  };
}

/** The refused emails that remain after an edit: removed addresses are dropped, so that they may be tried again. */
export function bouncedAfter(
  { bouncedEmail = null, bouncedEmails = [] }: Pick<MemberRecord, 'bouncedEmail' | 'bouncedEmails'>,
  emails: MemberRecord['emails'] | undefined,
): Pick<MemberRecord, 'bouncedEmail' | 'bouncedEmails'> {
  if (!emails || bouncedEmail === null) return {};
  const refused = new Set([...bouncedEmails, bouncedEmail]);
  const left = [...refused].filter((one) => emails.some(({ email }) => email === one));
  return { bouncedEmail: left.at(-1) ?? null, bouncedEmails: left };
}
