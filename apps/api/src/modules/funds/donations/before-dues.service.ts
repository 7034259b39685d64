/**
 * Dues of memberships from before (docs/decisions/029): one donation each, in a run of its campaign that has ended, on
 * the day of the list. Amounts in cents.
 */
import { endOfDay, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { BEFORE_RUN_NAME } from '@kinfold/domain/import-balance';
import type { Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import { isDuplicateKey, inTransaction, type Session } from '../../../platform/database.ts';
import {
  buildCampaignRun,
  findBeforeRun,
  lockRun,
  removeRun,
  storeCampaignRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import { eraseUnpaid, existsInRun, storeDonation } from './donation.model.ts';
import { newDonation } from './new-donation.service.ts';
import { eraseFigures } from './run-figures.model.ts';

export { dueOfRuns } from './donation.model.ts';

/**
 * The run of a campaign that holds dues from before, created where there is none: it ended on the day of the list, at the
 * latest now.
 */
export async function ensureBeforeRun(
  { _id: campaignId, organizationNumber }: CampaignRecord,
  asOf: CalendarDate,
  author: Author,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<CampaignRunRecord> {
  const found = await findBeforeRun(campaignId);
  if (found) return found;
  const end = endOfDay(asOf, timeZone);
  const input = {
    campaignId,
    organizationNumber,
    name: BEFORE_RUN_NAME,
    description: 'What was owed from before',
    startDt: startOfDay(asOf, timeZone),
    endDt: end < now ? end : now,
    isActive: true,
    source: 'import',
  } as const;
  const run = await buildCampaignRun(input, author, now);
  try {
    await inTransaction((session) => storeCampaignRun(run, author, now, session));
    return run;
  } catch (error) {
    // Another import created it first.
    const other = isDuplicateKey(error, 'campaign_runs.campaign_before')
      ? await findBeforeRun(campaignId)
      : undefined;
    if (other) return other;
    throw error;
  }
}

/**
 * Stores what a membership owes from before; returns the id of the donation. It counts as made on the day of the list:
 * the oldest is paid first. Throws a duplicate key error where the membership has one.
 */
export async function storeBeforeDue(
  membership: MembershipRecord,
  run: CampaignRunRecord,
  { amount, madeBy }: { amount: Cents; madeBy: string },
  now: Date,
  session: Session,
): Promise<string> {
  await lockRun(run._id, session);
  const donation = {
    ...newDonation(membership, run, amount, now),
    source: 'import' as const,
    madeBy,
    members: null,
    createdDt: run.endDt,
  };
  await storeDonation(donation, session);
  return donation._id;
}

/** Deletes what a membership owes from before, which the caller has locked; returns false when the ledger has an entry for it. */
export async function eraseBeforeDue(donationId: string, runId: string, session: Session): Promise<boolean> {
  await lockRun(runId, session);
  return eraseUnpaid(donationId, session);
}

/** Removes the run of a campaign that holds dues from before, if it is empty. */
export async function removeEmptyBeforeRun(
  campaignId: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const run = await findBeforeRun(campaignId, session);
  if (!run || (await existsInRun(run._id, session))) return;
  await eraseFigures(run._id, session);
  await removeRun(run, author, now, session);
}
