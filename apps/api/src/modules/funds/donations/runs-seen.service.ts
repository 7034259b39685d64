/** The part of a campaign's runs that a user may see. */
import type { Cents } from '@kinfold/domain/money';
import type { Actor } from '../../../platform/auth.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../identity/users/user.service.ts';
import { collectedIn } from './run-figures.service.ts';

/** A run with the amount paid in it as far as the user may read it; null if they may read no amounts. */
export type SeenRun = Omit<CampaignRunRecord, 'donationsAmount'> & { donationsAmount: Cents | null };

/** Whether the user sees all of a campaign's runs but amounts, and a function that reduces a run to what they see. */
type RunsSeen = { isWhole: boolean; seen: (run: CampaignRunRecord) => Promise<SeenRun> };

/**
 * Users who may read campaigns at the managing organization see its runs, others, whose members may join, without the job
 * and its author. What was paid is for users who may read donations: there, or else at their own organizations only.
 */
export async function runsSeenBy(actor: Actor, { organizationNumber }: CampaignRecord): Promise<RunsSeen> {
  const isWhole = await isActorPermitted(actor, 'organization.campaigns.get', organizationNumber);
  const permission = 'organization.donations.get';
  if (await isActorPermitted(actor, permission, organizationNumber))
    return { isWhole, seen: (run) => Promise.resolve(run) };
  const within = await numbersWithin(await permittedOrganizations(actor, permission));
  const readsAmounts = !within || within.length > 0;
  return {
    isWhole,
    seen: async (run) => ({
      ...run,
      donationsAmount: readsAmounts ? await collectedIn(run._id, within) : null,
    }),
  };
}
