/** Verifies the counters of memberships, campaign by campaign. */
import { documentIds, inTransaction, type Session } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import {
  NO_MEMBERSHIPS,
  findMembershipCounts,
  setCounts,
  type OrganizationCounts,
} from './membership-count.model.ts';
import { countByOrganization } from './membership-list.model.ts';

/** The counters of every campaign; a repair recounts them. */
export const membershipCounts: Check = {
  keys: () => documentIds('campaigns'),
  problemsOf: countProblems,
  repair: recount,
};

const textOf = ({ active, inactive, unknown }: OrganizationCounts) =>
  `${active} active, ${inactive} inactive, ${unknown} unknown`;

async function countProblems(campaignIds: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const campaignId of campaignIds)
    for (const { kept, right } of await wrongCounts(campaignId)) {
      const at = `memberships at ${right.organizationNumber}`;
      found.set(campaignId, `Campaign ${campaignId} says ${textOf(kept)} ${at} and not ${textOf(right)}.`);
    }
  return found;
}

async function recount(campaignIds: readonly string[]): Promise<void> {
  for (const campaignId of campaignIds)
    await inTransaction(async (session) => {
      for (const { right } of await wrongCounts(campaignId, session))
        await setCounts(campaignId, right, session);
    });
}

/** The wrong counters of a campaign, and their right values. */
async function wrongCounts(campaignId: string, session?: Session) {
  const stored = await findMembershipCounts(campaignId, session);
  const counted = await countByOrganization(campaignId, session);
  const numbers = new Set([...stored, ...counted].map(({ organizationNumber }) => organizationNumber));
  const at = (all: readonly OrganizationCounts[], organizationNumber: string) =>
    all.find((one) => one.organizationNumber === organizationNumber) ?? {
      organizationNumber,
      ...NO_MEMBERSHIPS,
    };
  return [...numbers]
    .map((number) => ({ kept: at(stored, number), right: at(counted, number) }))
    .filter(({ kept, right }) => textOf(kept) !== textOf(right));
}
