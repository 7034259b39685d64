/** What needs attention by staff: counts within their scope, from indexes and counters, however many members there are. */
import type * as z from 'zod/mini';
import { DAY_MS, type CalendarDate } from '@kinfold/domain/dates';
import { JOB_PERMISSIONS } from '@kinfold/domain/job';
import type { Permission } from '@kinfold/domain/permission';
import { ATTENTION_MAX, ENDING_RUN_DAYS, type Attention } from '@kinfold/domain/staff-home';
import { allOf } from '../../../platform/in-parallel.ts';
import { findBlockedAccounts } from '../../money/connected-accounts/connected-account.service.ts';
import { countLosingCover } from '../../funds/coverage/cover-changes.service.ts';
import { countNewRequests } from '../../people/intake-requests/intake-request.service.ts';
import { countUnfinishedJobs } from '../../operations/jobs/job.service.ts';
import {
  countBouncedOf,
  countToComplete,
  countUnknownBirthDates,
  findComingOfAge,
} from '../../people/members/member.service.ts';
import { countOfDeaths } from '../../people/mourning/death-task.service.ts';
import { findNeedingOffice } from '../../funds/memberships/membership.service.ts';
import { countWaitingClaims } from '../../funds/claims/claim-count.service.ts';
import { countWaitingApprovals } from '../../money/approvals/approval.service.ts';
import { countOpenReviews } from '../../money/review-items/review-item.service.ts';
import { findWaitingSignIns } from '../../identity/users/sign-in-change.service.ts';
import { countVacantOffices } from '../../identity/roles/role-offices.service.ts';
import type { PermissionScopes } from '../../identity/users/user.service.ts';
import { owingWithoutPayer } from './deceased-payers.service.ts';
import { endingRunsOf } from './ending-runs.service.ts';
import { presentAttention } from './staff-home.presenter.ts';
import { scopeReader } from '../../identity/users/scope-reader.service.ts';

/** How many members are named whose sign-in waits for a second person. */
const SIGN_INS_NAMED = 3;

const NOTHING_NEEDED = {
  ...{ count: 0, campaigns: [], withoutPayer: [] },
  outdatedPrices: { count: 0, campaigns: [] },
};

/**
 * What needs somebody, within each permission's own scope: at most 20 queries, one more where runs from above end or payers
 * died, or sign-ins wait.
 */
export async function attentionOf(
  scopes: PermissionScopes,
  now: Date,
  today: CalendarDate,
): Promise<z.input<typeof Attention>> {
  const read = scopeReader(scopes);
  const to = new Date(now.getTime() + ENDING_RUN_DAYS * DAY_MS);
  const { ofDeaths, ...found } = await allOf({
    intakeRequests: countNewRequests(scopes('intake.review')),
    waiting: read('memberships.update', NOTHING_NEEDED, findNeedingOffice),
    endsSoon: read('organization.donations.get', [], (_numbers, within) =>
      endingRunsOf(within, { from: now, to }),
    ),
    losingCover: read('organization.donations.get', 0, (numbers) => countLosingCover(numbers, now)),
    jobs: jobsOf(scopes),
    vacantOffices: read('roles.assign', 0, (_numbers, within) => countVacantOffices(within, now)),
    comingOfAge: read('households.update', { count: 0, first: [] }, (numbers) =>
      findComingOfAge(numbers, today),
    ),
    blocked: read('organization.donations.get', [], findBlockedAccounts),
    bouncedEmails: read('members.update', 0, (numbers) => countBouncedOf(numbers, ATTENTION_MAX)),
    unknownBirthDates: read('members.update', 0, (numbers) => countUnknownBirthDates(numbers, ATTENTION_MAX)),
    toComplete: read('members.update', 0, (numbers) => countToComplete(numbers, ATTENTION_MAX)),
    reviewItems: countOpenReviews(scopes('payments.refund')),
    approvals: countWaitingApprovals(scopes('payments.record')),
    ofDeaths: countOfDeaths(scopes('households.update')),
    signInChanges: findWaitingSignIns(scopes('members.update'), SIGN_INS_NAMED),
    claims: countWaitingClaims(scopes('claims.propose'), scopes('claims.approve')),
  });
  const deceasedPayers = await owingWithoutPayer(found.waiting.withoutPayer);
  return presentAttention({ ...found, ...ofDeaths, deceasedPayers });
}

/** The jobs that run or failed, of each type where its permission holds: mostly one query. */
async function jobsOf(scopes: PermissionScopes) {
  const typesByScope = new Map<string, { scope: string[]; types: string[] }>();
  for (const [type, permission] of Object.entries(JOB_PERMISSIONS) as [string, Permission][]) {
    const scope = scopes(permission);
    const key = scope.toSorted().join(' ');
    const known = typesByScope.get(key) ?? { scope, types: [] };
    typesByScope.set(key, { scope, types: [...known.types, type] });
  }
  const counts = await Promise.all([...typesByScope.values()].map(countUnfinishedJobs));
  const sum = (state: 'running' | 'failed') => counts.reduce((total, count) => total + count[state], 0);
  return { running: sum('running'), failed: sum('failed') };
}
