/** What a member's dashboard shows: fundraisers with their balances, and linked accounts with theirs. */
import type * as z from 'zod/mini';
import type { MemberCampaign } from '@kinfold/domain/campaign';
import { lateBalance, payableBalance, type Balance } from '@kinfold/domain/donation';
import type { LinkedAccount } from '@kinfold/domain/member';
import { dollarsFromCents, sumCents } from '@kinfold/domain/money';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  joinCampaign,
  type MembershipRecord,
} from '../memberships/membership.service.ts';
import { findMembers, linkedPrimaryIds, listName, type MemberRecord } from '../members/member.service.ts';
import { findPayableDonations, type DonationRecord } from './donation.service.ts';

const payableSum = (donations: readonly DonationRecord[], now: Date) =>
  dollarsFromCents(sumCents(donations.map((donation) => payableBalance(donation, now))));

/**
 * The fundraisers of a member: those whose membership they are the primary member of. Somebody who is only
 * covered is not billed and cannot pay for the membership: with a balance of nothing it would read PAID, which
 * need not be true. They read the membership itself instead.
 */
export async function memberCampaigns(
  member: MemberRecord,
  options: { areActive: boolean },
  now: Date,
): Promise<z.input<typeof MemberCampaign>[]> {
  const memberships = (await findMembershipsCovering(member._id)).filter(
    ({ primaryMemberId, isActive }) =>
      primaryMemberId === member._id && (isActive !== false) === options.areActive,
  );
  const [campaigns, payable] = await Promise.all([
    campaignsOf(memberships),
    findPayableDonations([member._id], {}, now),
  ]);
  return memberships.map((membership) =>
    presentMemberCampaign(membership, campaigns.get(membership.campaignId), payable, now),
  );
}

function presentMemberCampaign(
  { _id, campaignId, campaignName, isActive }: MembershipRecord,
  campaign: CampaignRecord | undefined,
  payable: readonly DonationRecord[],
  now: Date,
): z.input<typeof MemberCampaign> {
  const theirs = payable.filter((donation) => donation.campaignMembershipId === _id);
  return {
    campaignId,
    campaignName: campaign?.campaignName ?? campaignName,
    shortDescription: campaign?.shortDescription ?? '',
    requiresMembership: campaign?.requiresMembership ?? true,
    campaignMembershipId: _id,
    campaign_membership_id: _id,
    isActive,
    currentCampaignRunsBalance: payableSum(theirs, now),
    openDues: theirs.map((donation) => ({
      endDt: donation.run.endDt.toISOString(),
      balance: dollarsFromCents(payableBalance(donation, now)),
      isLate: lateBalance(donation, now) > 0,
    })),
  };
}

/** Joins a campaign and gives it as one of the member's fundraisers; who joined already stays as they are. */
export async function joinFundraiser(
  input: { memberId: string; campaignId: string },
  by: string,
  now: Date,
): Promise<z.input<typeof MemberCampaign>> {
  const membership = await joinCampaign(input, by, now);
  const [campaigns, payable] = await Promise.all([
    campaignsOf([membership]),
    findPayableDonations([input.memberId], {}, now),
  ]);
  return presentMemberCampaign(membership, campaigns.get(membership.campaignId), payable, now);
}

/** The linked accounts of a member with what they owe now, in the order in which they were linked. */
export async function linkedAccounts(
  member: MemberRecord,
  now: Date,
): Promise<z.input<typeof LinkedAccount>[]> {
  const ids = await linkedPrimaryIds(member._id);
  const [primaries, payable] = await Promise.all([findMembers(ids), findPayableDonations(ids, {}, now)]);
  const byId = new Map(primaries.map((primary) => [primary._id, primary]));
  return ids.flatMap((id) => {
    const primary = byId.get(id);
    if (!primary) return [];
    const theirs = payable.filter((donation) => donation.primaryMember._id === id);
    return {
      primary_member_id: id,
      primaryMemberName: listName(primary),
      outstandingBalance: payableSum(theirs, now),
    };
  });
}

/** What a member owes now in a campaign, and the donation that it is, when it is exactly one. */
export async function memberBalance(
  member: MemberRecord,
  campaignId: string,
  now: Date,
): Promise<z.input<typeof Balance>> {
  const payable = await findPayableDonations([member._id], { campaignId }, now);
  const [only, ...others] = payable;
  return { donation_id: only && !others.length ? only._id : -1, balance: payableSum(payable, now) };
}
