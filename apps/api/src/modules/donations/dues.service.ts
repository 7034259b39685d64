import type { Author } from '../../platform/author.ts';
import { recordChanges } from '../audit/audit.service.ts';
import { findCampaign } from '../campaigns/campaign.service.ts';
import { markRunTotalStale, requireRun } from '../campaign-runs/campaign-run.service.ts';
import { findActiveMemberships } from '../memberships/membership.service.ts';
import { insertMissingDonations } from './donation.model.ts';
import { newDonation } from './new-donation.service.ts';

const BATCH = 500;

/**
 * Makes the dues of every active membership that has none in this run; a run of an open campaign has none.
 * May be interrupted and repeated: the unique key (membership, run) never lets a second one in. Gives how many
 * were made. Throws 404 for an unknown run.
 */
export async function createDuesOfRun(
  runId: string,
  author: Author,
  now: Date,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const run = await requireRun(runId);
  const campaign = await findCampaign(run.campaignId);
  if (!campaign?.requiresMembership) return 0;
  let made = 0;
  let done = 0;
  let lastId: string | null = null;
  for (;;) {
    const memberships = await findActiveMemberships(run.campaignId, lastId, BATCH);
    if (!memberships.length) break;
    const donations = memberships.map((membership) =>
      newDonation(membership, run, membership.totalPrice, now),
    );
    made += await insertMissingDonations(donations.filter(({ minAmountDue }) => minAmountDue > 0));
    done += memberships.length;
    lastId = memberships.at(-1)?._id ?? null;
    onProgress(done);
  }
  // Always: whoever made them before may have died here.
  await markRunTotalStale(runId);
  if (made > 0) {
    const { organizationNumber, _id, name } = run;
    const changes = [{ field: 'dues', from: null, to: made }];
    const subject = { type: 'campaign_run', id: _id, label: name } as const;
    const created = { organizationNumber, action: 'dues.created', subject, changes } as const;
    // One figure for all of them, which were stored batch by batch.
    await recordChanges([created], author, now, undefined);
  }
  return made;
}
