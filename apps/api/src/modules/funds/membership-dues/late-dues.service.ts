/** Dues of a run for a membership that was added later (rules.md "What is owed, and when"). */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findRun,
  lockRun,
  requireRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import {
  findDonationOfRun,
  requireDonation,
  storeDonation,
  type DonationRecord,
} from '../donations/donation.service.ts';
import { ageLimitsOf, freeOverAge } from '../donations/age-limits.service.ts';
import { newDonation } from '../donations/new-donation.service.ts';
import type { Clock } from '../memberships/membership-change.service.ts';
import {
  lockMembership,
  membershipSubject,
  requireMembership,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

function requireActive(run: CampaignRunRecord, now: Date): void {
  const status = campaignRunStatus(run, now);
  if (status === 'active') return;
  const stands = status === 'ended' ? 'has ended' : 'is paused';
  throw conflict('run_not_active', `${run.name} ${stands}. Dues are made while a run is active.`);
}

/**
 * Makes the dues of a membership in an active run at its present price, or returns existing ones: never a second one.
 * Throws 404 for a run of another campaign; 409 for a run that is paused or has ended, a membership that is not active or
 * costs nothing, an open campaign, which has no dues, and a run that collects for a claim or holds joining fees.
 */
export async function addLateDues(
  { _id, campaignId }: MembershipRecord,
  runId: string,
  author: Author,
  { now, timeZone }: Clock,
): Promise<{ donation: DonationRecord; isNew: boolean }> {
  const run = await findRun(runId);
  if (run?.campaignId !== campaignId) throw notFound('There is no such campaign run.');
  const there = async () => {
    const found = await findDonationOfRun(_id, run._id);
    return found && { donation: await requireDonation(found._id), isNew: false };
  };
  const found = await there();
  if (found) return found;
  const { requiresMembership } = await requireCampaign(campaignId);
  if (!requiresMembership)
    throw conflict('open_campaign', 'This campaign has no dues: people give what they like.');
  if (run.roster)
    throw conflict(
      'roster_run',
      `${run.name} is shared by those who were covered on a day, and nobody is added to them later.`,
    );
  if (run.source === 'joining')
    throw conflict('joining_run', `${run.name} are made when somebody joins, and for nobody else.`);
  const limits = await ageLimitsOf(campaignId, now, timeZone);
  if (limits)
    await freeOverAge([await requireMembership(_id)], limits, { author, by: `late:${run._id}`, now });
  try {
    const donationId = await inTransaction(async (session) => {
      await lockRun(run._id, session);
      requireActive(await requireRun(run._id, session), now);
      const membership = await requireMembership(_id, session);
      const { isActive, totalPrice, organizationNumber } = membership;
      if (isActive !== true) throw conflict('membership_not_active', 'Make the membership active first.');
      if (totalPrice <= 0) throw conflict('no_price', 'This membership costs nothing, so it has no dues.');
      const donation = newDonation(membership, run, totalPrice, now);
      await lockMembership(membership._id, session);
      await storeDonation(donation, session);
      await markStale({ membership_cover: [membership._id] }, session);
      const changes = [
        { field: 'run', from: null, to: run.name },
        { field: 'amount', from: null, to: totalPrice },
      ];
      const entry = { organizationNumber, action: 'membership.dues_created', changes } as const;
      await recordChanges([{ ...entry, subject: membershipSubject(membership) }], author, now, session);
      return donation._id;
    });
    return { donation: await requireDonation(donationId), isNew: true };
  } catch (error) {
    // Made twice at once: the unique key decided.
    const other = isDuplicateKey(error, 'donations.membership_run') ? await there() : undefined;
    if (other) return other;
    throw error;
  }
}
