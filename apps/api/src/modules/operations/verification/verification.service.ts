/**
 * `npm run verify`: the ledger, what organizations received month by month, the counters that stand beside what they count, the chains of the
 * history, names that are copied, who lives in households, who is covered, that nobody who has died
 * is, and that whatever one document says of another is there.
 */
import { inTransaction, type Session } from '../../../platform/database.ts';
import { countStaleScopes, writeScopes } from '../../../platform/scopes.ts';
import { checkAll, type Checks, type Problems } from '../../../platform/verification.ts';
import { verifyHistory } from '../audit/audit.service.ts';
import { countCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { verifyCovers } from '../../funds/coverage/kept-cover.service.ts';
import { verifyCopiedNames } from '../copied-names/verify-copied-names.service.ts';
import { verifyLedger, type LedgerReport } from '../../money/charges/verify-ledger.service.ts';
import { verifyDeaths } from '../../people/deaths/verify-deaths.service.ts';
import { verifyMonths } from '../../money/ledger/organization-months.service.ts';
import { countMembers } from '../../people/members/member.service.ts';
import { verifyReviews } from '../../money/review-items/review-item.service.ts';
import { verifyMembershipTimes } from '../../funds/memberships/verify-membership-times.service.ts';
import { verifyMembershipCounts } from '../../funds/memberships/verify-membership-counts.service.ts';
import { verifyHouseholds } from '../../people/members/verify-households.service.ts';
import { verifyReferences } from './verify-references.service.ts';
import {
  countBelow,
  findCounters,
  organizationNumbers,
  writeCounters,
  type Counters,
} from '../../organizations/organizations/organization.service.ts';

type Report = {
  checked: LedgerReport['checked'] & { organizations: number; histories: number; names: number } & {
    households: number;
    covers: number;
    reviews: number;
    documents: number;
  };
  problems: string[];
};

/** Checks everything that is counted or folded; with `doesRepair` counts and folds it anew. */
export async function verify(checks: Checks): Promise<Report> {
  const { checked, problems } = await verifyLedger(checks);
  const numbers = organizationNumbers();
  const organizations = await checkAll(numbers, counterProblems, checks, problems, repairCounters);
  const histories = await verifyHistory(checks, problems);
  const names = await verifyCopiedNames(checks, problems);
  const households = await verifyHouseholds(checks, problems);
  const covers = await verifyCovers(checks, problems);
  const reviews = await verifyReviews(checks, problems);
  await verifyMonths(checks, problems);
  await verifyMembershipCounts(checks, problems);
  await verifyMembershipTimes(checks, problems);
  await verifyDeaths(checks, problems);
  const documents = await verifyReferences(checks, problems);
  return {
    checked: { ...checked, organizations, histories, names, households, covers, reviews, documents },
    problems,
  };
}

/** What an organization has, counted; together, when in a transaction. */
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
