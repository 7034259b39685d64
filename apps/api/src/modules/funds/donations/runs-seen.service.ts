/** What of a campaign's runs somebody sees who may read the campaign. */
import type { Actor } from '../../../platform/auth.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../identity/users/user.service.ts';
import { collectedIn } from './run-figures.service.ts';

/** Whether somebody sees all of a campaign's runs; and has one counted as they see it. */
type RunsSeen = { isWhole: boolean; seen: (run: CampaignRunRecord) => Promise<CampaignRunRecord> };

/**
 * Who reads campaigns where one is managed sees all of its runs; others, whose members may join, only what was paid at their
 * own organizations, and neither the work on it nor who did it.
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
