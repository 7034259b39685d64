import { createHash, randomUUID } from 'node:crypto';
import { isFutureDate } from '@kinfold/domain/dates';
import { FUTURE_BIRTH_DATE, type IntakeForm } from '@kinfold/domain/intake';
import { invalid } from '../../platform/problem.ts';
import { addressKey, countTry, type Limit } from '../../platform/rate-limit.ts';
import { insertIntakeRequest } from './intake-request.model.ts';

const LIMIT: Limit = { name: 'intake', max: 10, windowSeconds: 3600 };

/**
 * Stores a request to become a member. The same form under the same `key` (a double click) is stored once. Throws 422
 * for a birth date that has not come yet, 429 after 10 in an hour from one address.
 */
export async function requestIntake(
  form: IntakeForm,
  from: { ip: string | undefined; key: string | undefined },
  now: Date,
): Promise<void> {
  if (isFutureDate(form.birthDt, now)) throw invalid([FUTURE_BIRTH_DATE]);
  await countTry(LIMIT, addressKey(from.ip), now);
  const { firstNm, lastNm, birthDt } = form;
  const middleInit = form.middleInit || null;
  const said = JSON.stringify([from.key, firstNm, lastNm, middleInit, birthDt]);
  const _id = from.key ? createHash('sha256').update(said).digest('hex') : randomUUID();
  await insertIntakeRequest({ _id, firstNm, lastNm, middleInit, birthDt, status: 'new', createdDt: now });
}
