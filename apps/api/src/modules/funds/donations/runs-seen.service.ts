/** The part of a campaign's runs that a user may see. */
import type { Actor } from '../../../platform/auth.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../identity/users/user.service.ts';
import { collectedIn } from './run-figures.service.ts';

/** Whether the user sees all of a campaign's runs, and a function that reduces a run to what they see. */
type RunsSeen = { isWhole: boolean; seen: (run: CampaignRunRecord) => Promise<CampaignRunRecord> };

/**
 * Users who may read campaigns at the managing organization see its runs completely; others, whose members may join, only
 * what was paid at their own organizations, without the job and its author.
 */
export async function runsSeenBy(actor: Actor, { organizationNumber }: CampaignRecord): Promise<RunsSeen> {
  const permission = 'organization.campaigns.get';
  if (await isActorPermitted(actor, permission, organizationNumber))
    return { isWhole: true, seen: (run) => Promise.resolve(run) };
  const within = await numbersWithin(await permittedOrganizations(actor, permission));
  return {
    isWhole: false,
    seen: async (run) => ({ ...run, donationsAmount: await collectedIn(run._id, within) }),
  };
}
