/** Keys derived from a member's other fields and stored for indexes. */
import type { CalendarDate } from '@kinfold/domain/dates';
import { nationalDigits, phoneDigits } from '@kinfold/domain/phone';
import { suffixWords } from '@kinfold/domain/person-name';
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
  member: Pick<
    MemberRecord,
    | 'firstNm'
    | 'lastNm'
    | 'suffix'
    | 'formerNames'
    | 'memberId'
    | 'externalRef'
    | 'birthDt'
    | 'phones'
    | 'emails'
  >,
): Pick<MemberRecord, 'nameKey' | 'searchKeys' | 'searchStarts' | 'linkKeys' | 'isReachable'> {
  const { birthDt } = member;
  const phones = member.phones.map(({ phoneNbr }) => phoneDigits(phoneNbr)).filter(Boolean);
  const { suffix, formerNames, externalRef } = member;
  const names = [member, ...formerNames].flatMap(({ firstNm, lastNm }) => [firstNm, lastNm]);
  const searchKeys = [
    ...new Set([
      ...[...names, externalRef ?? ''].flatMap(searchKeysOfName),
      ...suffixWords(suffix),
      phoneDigits(member.memberId),
      ...phones,
      ...member.phones.flatMap(({ phoneNbr }) => nationalDigits(phoneNbr) ?? []),
    ]),
  ];
  return {
    nameKey: nameKeyOf(member),
    searchKeys,
    searchStarts: [...new Set([...startsOf(searchKeys), ...phones.flatMap(phoneEndsOf)])],
    isReachable: phones.length > 0 || member.emails.length > 0,
    linkKeys: birthDt ? [...new Set(phones.map((digits) => linkKeyOf(birthDt, digits.slice(-4))))] : [],
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
