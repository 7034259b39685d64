/** A death that the holder of a letter of cover reports, who need not sign in (docs/decisions/054). */
import { createHash, randomUUID } from 'node:crypto';
import { parseLetterNumber } from '@kinfold/domain/coverage-letter';
import { calendarDateOf } from '@kinfold/domain/dates';
import { meantBy, type LetterReportForm } from '@kinfold/domain/letter-report';
import { WRONG_DEATH_DATE } from '@kinfold/domain/life-event';
import { storedPhone } from '@kinfold/domain/phone';
import type { Author } from '../../../platform/author.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import { addressKey, countTry, type Limit } from '../../../platform/rate-limit.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { reportByLetter } from '../../people/mourning/death-report.service.ts';
import { readLetter } from './coverage-letter.model.ts';

const FROM_ADDRESS: Limit = { name: 'letter-report', max: 10, windowSeconds: 3600 };
/** Of one letter, from everywhere: whoever found one can keep a household quiet, but not fill the list of the office. */
const OF_LETTER: Limit = { name: 'letter-report-number', max: 5, windowSeconds: 86_400 };

const HOLDER: Author = { userId: null, email: '', name: 'the form of a letter of cover', requestId: null };

/**
 * Keeps the report about the one of the people in a letter whose name was written, else about whose letter it is; the
 * same form under the same `key` once. What was written is compared with nothing else, and a person who is known to have died is reported again, so that the answer tells nothing. Throws 404 for an unknown number, 422 for a day to come, 429
 * after 10 in an hour from one address, or 5 in a day of one letter.
 */
export async function reportOfLetter(
  typed: string,
  { whoDied, deceasedDt = null, toldBy, phone, note }: LetterReportForm,
  from: { ip: string | undefined; key: string | undefined },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  if (deceasedDt && deceasedDt > calendarDateOf(now, timeZone)) throw invalid([WRONG_DEATH_DATE]);
  await countTry(FROM_ADDRESS, addressKey(from.ip), now);
  const number = parseLetterNumber(typed);
  const letter = number === undefined ? null : await readLetter(number);
  if (!letter) throw notFound('There is no letter with this number.');
  await countTry(OF_LETTER, letter._id, now);
  const ids = new Set([letter.memberId, ...letter.covers.map(({ memberId }) => memberId)]);
  const people = await findMembers([...ids]);
  const holder = people.find(({ _id }) => _id === letter.memberId);
  if (!holder) throw notFound('There is no letter with this number.');
  const told = { deceasedDt, toldBy, phone: storedPhone(phone), note: note || null, whoDied };
  const content = JSON.stringify([letter._id, from.key, told]);
  const _id = from.key ? createHash('sha256').update(content).digest('hex') : randomUUID();
  await reportByLetter(meantBy(whoDied, people) ?? holder, { _id, ...told }, HOLDER, now);
}
