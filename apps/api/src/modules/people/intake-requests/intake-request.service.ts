import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { givenBirthDate } from '@kinfold/domain/birth-date';
import type { CalendarDate } from '@kinfold/domain/dates';
import {
  FUTURE_BIRTH_DATE,
  UNKNOWN_ORGANIZATION,
  type IntakeForm,
  type IntakeOrganization,
} from '@kinfold/domain/intake';
import { ROOT } from '@kinfold/domain/permission';
import { storedPhone } from '@kinfold/domain/phone';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { invalid, notFound } from '../../../platform/problem.ts';
import { addressKey, countTry, type Limit } from '../../../platform/rate-limit.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { presentOrganizationChoice } from '../../organizations/organizations/organization.presenter.ts';
import { findOrganization } from '../../organizations/organizations/organization.service.ts';
import { countNew, insertIntakeRequest } from './intake-request.model.ts';

export { countWaitingRequests } from './intake-request.model.ts';

const LIMIT: Limit = { name: 'intake', max: 10, windowSeconds: 3600 };
/** Enough for everybody who scans a church's code there after the service. Names of organizations are not secret. */
const LOOKUPS: Limit = { name: 'intake-organization', max: 300, windowSeconds: 3600 };

/**
 * Stores a request to become a member. The same form under the same `key` (a double click) is stored once. Throws 422 for
 * a birth date in the future and for an unknown organization number, 429 after 10 in an hour from one address.
 */
export async function requestIntake(
  form: IntakeForm,
  from: { ip: string | undefined; key: string | undefined },
  at: { now: Date; today: CalendarDate },
): Promise<void> {
  if (form.birthDt && form.birthDt > at.today) throw invalid([FUTURE_BIRTH_DATE]);
  await countTry(LIMIT, addressKey(from.ip), at.now);
  const organization = form.organizationNumber ? await findOrganization(form.organizationNumber) : undefined;
  if (form.organizationNumber && !organization) throw invalid([UNKNOWN_ORGANIZATION]);
  const { firstNm, lastNm } = form;
  const asked = {
    firstNm,
    lastNm,
    middleInit: form.middleInit || null,
    birthDt: givenBirthDate(form),
    phone: storedPhone(form.phone ?? '') || null,
    email: form.email || null,
    organizationNumber: organization?.organizationNumber ?? ROOT,
    organizationName: organization?.organizationName ?? (form.organizationName || null),
  };
  const content = JSON.stringify([from.key, asked]);
  const _id = from.key ? createHash('sha256').update(content).digest('hex') : randomUUID();
  const scopeOf = await readScopes([asked.organizationNumber]);
  const scope = scopeOf(asked.organizationNumber);
  await insertIntakeRequest({ _id, ...asked, scope, status: 'new', createdDt: at.now, decision: null });
}

/** The organization of an intake form, for anybody who has its link. Throws 404 when there is no such organization. */
export async function intakeOrganization(
  organizationNumber: string,
  ip: string | undefined,
  now: Date,
): Promise<z.input<typeof IntakeOrganization>> {
  await countTry(LOOKUPS, addressKey(ip), now);
  const organization = await findOrganization(organizationNumber);
  if (!organization) throw notFound('There is no such organization.');
  return presentOrganizationChoice(organization);
}

/** The number of requests that wait within a scope; up to `ATTENTION_MAX`. */
export async function countNewRequests(organizationNumbers: readonly string[]): Promise<number> {
  return organizationNumbers.length ? countNew(organizationNumbers, ATTENTION_MAX) : 0;
}
