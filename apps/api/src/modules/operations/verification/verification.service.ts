/**
 * `npm run verify`: checks the ledger, the monthly receipts of organizations, counters, the chains of the history, copied
 * names, the members of households, who is covered, that nobody is who has died, and that every reference between
 * documents leads somewhere.
 */
import { inTransaction, type Session } from '../../../platform/database.ts';
import { countStaleScopes, writeScopes } from '../../../platform/scopes.ts';
import {
  runChecks,
  type Check,
  type Checks,
  type Outcome,
  type Problems,
} from '../../../platform/verification.ts';
import type { Projection } from '../../../work/projections.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { verifyHistory } from '../audit/audit.service.ts';
import { countCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { memberWords, nameWords } from '../../organizations/search/words.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { copiedNames } from '../copied-names/copied-names.service.ts';
import { duesOfMemberships } from '../../funds/donations/verify-dues.service.ts';
import { ledgerChecks } from '../../money/charges/verify-ledger.service.ts';
import { deaths } from '../../people/deaths/verify-deaths.service.ts';
import { months } from '../../money/ledger/organization-months.service.ts';
import { countMembers } from '../../people/members/member.service.ts';
import { openReviews } from '../../money/review-items/review-item.service.ts';
import { membershipTimes } from '../../funds/memberships/verify-membership-times.service.ts';
import { membershipCounts } from '../../funds/memberships/verify-membership-counts.service.ts';
import { households } from '../../people/members/verify-households.service.ts';
import { references } from './verify-references.service.ts';
import {
  countBelow,
  findCounters,
  organizationNumbers,
  writeCounters,
  type Counters,
} from '../../organizations/organizations/organization.service.ts';

/** The data that a worker keeps up with what it is worked out of. */
export const PROJECTIONS: readonly Projection[] = [runTotals, months, covers, nameWords];

/** Checks everything that is counted or folded; with `doesRepair` recomputes it. */
export async function verify(checks: Checks): Promise<Outcome> {
  const problems: string[] = [];
  const first = await runChecks([...ledgerChecks, organizations], checks, problems);
  const histories = await verifyHistory(checks, problems);
  const rest = await runChecks(
    [
      ...copiedNames,
      duesOfMemberships,
      households,
      covers,
      openReviews,
      months,
      membershipCounts,
      membershipTimes,
      deaths,
      nameWords,
      memberWords,
      ...references,
    ],
    checks,
    problems,
  );
  return { checked: { ...first, histories, ...rest }, problems };
}

/** The derived data of an organization: its counters, and the scopes of the records that belong to it. */
const organizations: Check = {
  counted: 'organizations',
  keys: organizationNumbers,
  problemsOf: counterProblems,
  repair: repairCounters,
};

/** The counts of an organization, counted again; consistent within a transaction. */
async function countedOf(organizationNumber: string, session?: Session): Promise<Counters> {
  const membersCnt = await countMembers(organizationNumber, session);
  const campaignsCnt = await countCampaigns(organizationNumber, session);
  return {
    organizationNumber,
    membersCnt,
    campaignsCnt,
    ...(await countBelow(organizationNumber, session)),
  };
}

async function counterProblems(numbers: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const stored of await findCounters(numbers)) {
    const counted = await countedOf(stored.organizationNumber);
    const wrong = COUNTERS.filter((name) => stored[name] !== counted[name]).map(
      (name) => `${name} ${stored[name]} and not ${counted[name]}`,
    );
    const stale = await countStaleScopes(stored.organizationNumber);
    if (stale) wrong.push(`${stale} entries or jobs are seen from where it stood before`);
    if (wrong.length)
      found.set(
        stored.organizationNumber,
        `Organization ${stored.organizationNumber} says ${wrong.join(', ')}.`,
      );
  }
  return found;
}

const COUNTERS = ['membersCnt', 'campaignsCnt', 'groupsCnt', 'childrenCnt'] as const;

async function repairCounters(numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    await inTransaction(async (session) => writeCounters(await countedOf(number, session), session));
    await writeScopes(number);
  }
}
