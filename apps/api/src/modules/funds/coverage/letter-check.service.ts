/**
 * Letters of coverage by number (docs/decisions/035): each printed letter is stored with what it states, so that anyone
 * who has it can check whether that still holds.
 */
import { createHmac } from 'node:crypto';
import type * as z from 'zod/mini';
import type { MemberCoverage } from '@kinfold/domain/coverage';
import { letterNumber, parseLetterNumber, type CheckedLetter } from '@kinfold/domain/coverage-letter';
import type { Shown } from '@kinfold/domain/coverage-text';
import { calendarDateOf } from '@kinfold/domain/dates';
import { notFound } from '../../../platform/problem.ts';
import { addressKey, countTry, type Limit } from '../../../platform/rate-limit.ts';
import { findMember } from '../../people/members/member.service.ts';
import { keepLetter, readLetter, type CoverageLetterRecord } from './coverage-letter.model.ts';
import { memberCoverage } from './coverage.service.ts';

export { eraseLettersOf } from './coverage-letter.model.ts';

/** Enough for an office with a pile of letters; a number has 60 bits, so nobody finds one by trying. */
const CHECKS: Limit = { name: 'coverage-letter-check', max: 60, windowSeconds: 3600 };

type Coverage = z.input<typeof MemberCoverage>;

const coversOf = ({ people }: Coverage): CoverageLetterRecord['covers'] =>
  people.map(({ campaignMembershipId, member_id, isCovered }) => ({
    campaignMembershipId,
    memberId: member_id,
    isCovered,
  }));

/**
 * Stores an issued letter and returns its number: a hash of its content with a secret of the server, so the same letter
 * printed again on the same day has the same number.
 */
export async function issueLetter(
  coverage: Coverage,
  { secret, timeZone }: { secret: string; timeZone: string },
  now: Date,
): Promise<string> {
  const { member_id: memberId, sentence, people } = coverage;
  const stated = people.map(({ campaignMembershipId, member_id, isCovered, until }) => [
    campaignMembershipId,
    member_id,
    isCovered,
    until,
  ]);
  const printed = JSON.stringify([
    'coverage-letter',
    memberId,
    calendarDateOf(now, timeZone),
    sentence,
    stated,
  ]);
  const number = letterNumber(createHmac('sha256', secret).update(printed).digest());
  await keepLetter({ _id: number, memberId, issuedDt: now, covers: coversOf(coverage) });
  return number;
}

/**
 * Returns whether a letter still holds: everybody named in it is covered, or not, as it states. Throws 404 for an unknown
 * number, 429 after 60 tries in an hour from one address.
 */
export async function checkLetter(
  typed: string,
  ip: string | undefined,
  shown: Shown,
  now: Date,
): Promise<z.input<typeof CheckedLetter>> {
  await countTry(CHECKS, addressKey(ip), now);
  const number = parseLetterNumber(typed);
  const letter = number === undefined ? null : await readLetter(number);
  const member = letter ? await findMember(letter.memberId) : undefined;
  if (!letter || !member) throw notFound('There is no letter with this number.');
  const reader = { isReader: false, mayReadMoneyOf: async () => false };
  const today = coversOf(await memberCoverage(member, reader, shown, now));
  return {
    issuedOn: calendarDateOf(letter.issuedDt, shown.timeZone),
    isTrue: isUnchanged(letter.covers, today),
  };
}

/** Returns whether today's covers are those of a letter; for a letter without covers, whether there still are none. */
function isUnchanged(stated: CoverageLetterRecord['covers'], today: CoverageLetterRecord['covers']): boolean {
  if (stated.length === 0) return today.length === 0;
  return stated.every(({ campaignMembershipId, memberId, isCovered }) =>
    today.some(
      (one) =>
        one.campaignMembershipId === campaignMembershipId &&
        one.memberId === memberId &&
        one.isCovered === isCovered,
    ),
  );
}
