/** The data of a member's dashboard: fundraisers with their balances, and linked accounts with theirs. */
import type * as z from 'zod/mini';
import type { MemberCampaign } from '@kinfold/domain/campaign';
import type { Balance } from '@kinfold/domain/donation';
import type { LinkedAccount } from '@kinfold/domain/member';
import type { Author } from '../../../platform/author.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findNewestActiveRun } from '../campaign-runs/campaign-run.service.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  type MembershipRecord,
} from '../memberships/membership.service.ts';
import { joinCampaign } from '../memberships/new-membership.service.ts';
import { findMembers, linkedPrimaryIds, type MemberRecord } from '../../people/members/member.service.ts';
import { presentBalance, presentLinkedAccount, presentMemberCampaign } from './donation.presenter.ts';
import { findOpenDonations, findPayableDonations, type DonationRecord } from './donation.service.ts';
import { recipientsOf } from './recipient.service.ts';

/**
 * The fundraisers of a member: the memberships whose primary member, and so payer, they are. Active ones (`areActive`)
 * are those that were not deactivated, and deactivated ones with open dues, paused ones too.
 */
export async function memberCampaigns(
  member: MemberRecord,
  options: { areActive: boolean },
  now: Date,
): Promise<z.input<typeof MemberCampaign>[]> {
  const [covering, open] = await Promise.all([
    findMembershipsCovering(member._id),
    findOpenDonations([member._id]),
  ]);
  const owing = new Set(open.map(({ campaignMembershipId }) => campaignMembershipId));
  const memberships = covering.filter(
    ({ _id, primaryMemberId, isActive }) =>
      primaryMemberId === member._id && (isActive !== false || owing.has(_id)) === options.areActive,
  );
  const campaigns = await campaignsOf(memberships);
  return Promise.all(
    memberships.map((membership) =>
      fundraiserOf(membership, campaigns.get(membership.campaignId), open, now),
    ),
  );
}

/** A membership as its primary member's fundraiser; `open` are their open donations. */
async function fundraiserOf(
  membership: MembershipRecord,
  campaign: CampaignRecord | undefined,
  open: readonly DonationRecord[],
  now: Date,
): Promise<z.input<typeof MemberCampaign>> {
  const theirs = open.filter(({ campaignMembershipId }) => campaignMembershipId === membership._id);
  const mayGive = campaign?.requiresMembership === false && membership.isActive !== false;
  const takesGifts = mayGive && (await findNewestActiveRun(membership.campaignId, now)) !== undefined;
  const recipientOf = takesGifts ? await recipientsOf([membership.campaignId]) : undefined;
  const giftsTo = recipientOf?.(membership.campaignId);
  return presentMemberCampaign(membership, campaign, { open: theirs, giftsTo }, now);
}

/** Joins a campaign and returns it as one of the member's fundraisers; joining again changes nothing. */
export async function joinFundraiser(
  input: { member: MemberRecord; campaignId: string },
  author: Author,
  now: Date,
  timeZone: string,
): Promise<z.input<typeof MemberCampaign>> {
  const { membership, campaign } = await joinCampaign(input, author, now, timeZone);
  const open = await findOpenDonations([input.member._id]);
  return fundraiserOf(membership, campaign, open, now);
}

/** The linked accounts of a member that a reader may open, with what they owe now, in the order of linking. */
export async function linkedAccounts(
  member: MemberRecord,
  mayOpen: (account: MemberRecord) => Promise<boolean>,
  now: Date,
): Promise<z.input<typeof LinkedAccount>[]> {
  const ids = await linkedPrimaryIds(member);
  const [primaries, open] = await Promise.all([findMembers(ids), findOpenDonations(ids)]);
  const isOpen = await Promise.all(primaries.map(mayOpen));
  const opened = primaries.filter((_primary, index) => isOpen[index]);
  const recipientOf = await recipientsOf(open.map(({ campaignId }) => campaignId));
  const byId = new Map(opened.map((primary) => [primary._id, primary]));
  return ids.flatMap((id) => {
    const primary = byId.get(id);
    if (!primary) return [];
    const theirs = open.filter((donation) => donation.primaryMember._id === id);
    return presentLinkedAccount(primary, theirs, recipientOf, now);
  });
}

/** What a member owes now in a campaign, and the donation when it is exactly one. */
export async function memberBalance(
  member: MemberRecord,
  campaignId: string,
  now: Date,
): Promise<z.input<typeof Balance>> {
  return presentBalance(await findPayableDonations([member._id], { campaignId }, now), now);
}
