/** New donations: dues of a membership in a run, and the donation to which a member's gifts are booked. */
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { newId } from '../../../platform/documents.ts';
import { findNewestActiveRun, type CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { findCampaign } from '../campaigns/campaign.service.ts';
import { findMembershipOfPrimary, type MembershipRecord } from '../memberships/membership.service.ts';
import { insertMissingDonations, findDonationOfRun, type StoredDonation } from './donation.model.ts';
import { payerCopies, type OwedDonation, withRuns } from './donation.service.ts';

/** A donation row of a membership in a run. Its name consists of both numbers: repeated work names it the same. */
export function newDonation(
  membership: MembershipRecord,
  run: CampaignRunRecord,
  minAmountDue: Cents,
  now: Date,
): StoredDonation {
  const number = (value: number, digits: number) => String(value).padStart(digits, '0');
  return {
    _id: newId(),
    campaignMembershipId: membership._id,
    campaignId: membership.campaignId,
    campaignName: membership.campaignName,
    campaignRunId: run._id,
    campaignRunName: run.name,
    organizationNumber: membership.organizationNumber,
    organizationName: membership.organizationName,
    primaryMember: payerCopies(membership),
    nameKey: membership.nameKey,
    externalRef: `INV-${number(run.runNbr, 4)}-${number(membership.membershipNbr, 6)}`,
    minAmountDue,
    members: chargedMembers(membership.members).map(({ member_id, price }) => ({ member_id, price })),
    paymentsTotal: ZERO,
    lastPaymentDt: null,
    ledgerCount: 0,
    isOpen: minAmountDue > 0,
    isListed: minAmountDue > 0,
    createdDt: now,
    modifiedDt: now,
  };
}

/**
 * The donation to which a member's gifts in an open campaign's newest active run are booked; created when missing, and
 * hidden from lists until something is paid. The unique key decides concurrent creations.
 */
export async function ensureGiftDonation(
  input: { memberId: string; campaignId: string },
  now: Date,
): Promise<OwedDonation | 'not_open' | 'not_joined' | 'no_active_run'> {
  const campaign = await findCampaign(input.campaignId);
  if (!campaign || campaign.requiresMembership) return 'not_open';
  const membership = await findMembershipOfPrimary(campaign._id, input.memberId);
  if (!membership || membership.isActive === false) return 'not_joined';
  const run = await findNewestActiveRun(campaign._id, now);
  if (!run || campaignRunStatus(run, now) !== 'active') return 'no_active_run';
  const found = await findDonationOfRun(membership._id, run._id);
  if (!found) await insertMissingDonations([newDonation(membership, run, ZERO, now)]);
  const stored = found ?? (await findDonationOfRun(membership._id, run._id));
  const [donation] = await withRuns(stored ? [stored] : []);
  if (!donation) throw new Error('a gift donation that was just created is missing');
  return donation;
}
