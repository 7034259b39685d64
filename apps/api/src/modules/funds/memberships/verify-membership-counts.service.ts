/** Whether the counters of memberships say what there is, campaign by campaign. */
import { documentIds, inTransaction } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import {
  ensureCounter,
  NO_MEMBERSHIPS,
  findMembershipCounts,
  setCounts,
  type OrganizationCounts,
} from './membership-count.model.ts';
import { countByOrganization } from './membership-list.model.ts';

/** The counters of every campaign; a repair counts them anew. */
export const membershipCounts: Check = {
  keys: () => documentIds('campaigns'),
  problemsOf: countProblems,
  repair: recount,
};

const textOf = ({ active, inactive, unknown }: Omit<OrganizationCounts, 'organizationNumber'>) =>
  `${active} active, ${inactive} inactive, ${unknown} unknown`;

async function countProblems(campaignIds: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const campaignId of campaignIds) {
    const [stored, counted] = await Promise.all([
      findMembershipCounts(campaignId),
      countByOrganization(campaignId),
    ]);
    const byNumber = new Map(stored.map((counts) => [counts.organizationNumber, counts]));
    const numbers = new Set([...byNumber.keys(), ...counted.map((counts) => counts.organizationNumber)]);
    for (const number of numbers) {
      const right = textOf(counted.find((one) => one.organizationNumber === number) ?? NO_MEMBERSHIPS);
      const said = textOf(byNumber.get(number) ?? NO_MEMBERSHIPS);
      if (said !== right)
        found.set(
          campaignId,
          `Campaign ${campaignId} says ${said} memberships at ${number} and not ${right}.`,
        );
    }
  }
  return found;
}

async function recount(campaignIds: readonly string[]): Promise<void> {
  for (const campaignId of campaignIds) {
    for (const { organizationNumber } of await countByOrganization(campaignId))
      await ensureCounter(campaignId, organizationNumber);
    await inTransaction(async (session) => {
      const counted = await countByOrganization(campaignId, session);
      for (const { organizationNumber } of await findMembershipCounts(campaignId, session)) {
        const right = counted.find((one) => one.organizationNumber === organizationNumber);
        await setCounts(campaignId, right ?? { organizationNumber, ...NO_MEMBERSHIPS }, session);
      }
    });
  }
}
