import * as z from 'zod/mini';
import { MemberCampaign } from '@kinfold/domain/campaign';
import { DEFAULT_DONATIONS_PAGE } from '@kinfold/domain/constants';
import { Balance, DetailedDonation, Donation, DonationPage } from '@kinfold/domain/donation';
import { LinkedAccount } from '@kinfold/domain/member';
import { pageQuery, trueOrFalse, type Page } from '@kinfold/domain/pagination';
import { actorOf, endpoint, endpointFor } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import { forbidden } from '../../platform/problem.ts';
import { mayReadMoneyOf, type MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import type { MembershipGrant } from '../../modules/identity/access/membership-access.service.ts';
import type { MemberRecord } from '../../modules/people/members/member.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import {
  joinFundraiser,
  linkedAccounts,
  memberBalance,
  memberCampaigns,
} from '../../modules/funds/donations/account.service.ts';
import {
  presentDetailedDonation,
  presentDonation,
} from '../../modules/funds/donations/donation.presenter.ts';
import {
  findChargedMembers,
  findDonationPage,
  findDuesOf,
  findPayablePage,
  type DonationGrant,
} from '../../modules/funds/donations/donation.service.ts';
import { collectionsOfDues } from '../../modules/funds/claims/collections-of-dues.service.ts';
import { toldOf } from '../../modules/telling/messages/reminder.service.ts';
import { recipientsOf } from '../../modules/funds/donations/recipient.service.ts';

const ofMember = endpointFor<MemberGrant>();

const donationQuery = z.extend(pageQuery(DEFAULT_DONATIONS_PAGE), {
  payable: z.optional(trueOrFalse('payable')),
});

async function pageOf(memberId: string, query: Page & { payable?: boolean | undefined }, now: Date) {
  const page = query.payable
    ? await findPayablePage(memberId, query, now)
    : await findDonationPage(memberId, query);
  const recipientOf = query.payable
    ? await recipientsOf(page.rows.map(({ campaignId }) => campaignId))
    : undefined;
  const told = query.payable ? undefined : await toldOf(page.rows);
  return presentPage('donations', page, (donation) => {
    const lines = told?.get(donation.campaignRunId);
    return { ...presentDonation(donation, now, recipientOf), ...(lines && { told: [...lines] }) };
  });
}

export const getMemberDonations = ofMember({
  summary: 'The donations of a member, newest first; with `payable`, those that may be paid now',
  query: donationQuery,
  reply: DonationPage,
  handle: ({ granted, query, now }) => pageOf(granted.member._id, query, now),
});

export const getDonation = endpointFor<DonationGrant>()({
  summary: 'A donation',
  reply: Donation,
  handle: async ({ granted, now }) => presentDonation(granted.donation, now),
});

export const getMyDonations = endpoint({
  summary: 'The donations of the signed-in member, newest first; with `payable`, those that may be paid now',
  query: donationQuery,
  reply: DonationPage,
  async handle(context) {
    const { memberId } = actorOf(context);
    if (memberId === null) return { results: 0, pages: 0, donations: [] };
    return pageOf(memberId, context.query, context.now);
  },
});

export const getDues = endpointFor<MembershipGrant>()({
  summary:
    'All donations of a campaign membership, paid ones too, with the people they were for, newest first',
  reply: z.array(DetailedDonation),
  async handle({ granted, now, deps }) {
    const dues = await findDuesOf([granted.membership]);
    const people = await findChargedMembers(dues);
    const recipientOf = await recipientsOf(dues.map(({ campaignId }) => campaignId));
    const collections = await collectionsOfDues(dues, { now, timeZone: deps.config.TIME_ZONE });
    return dues.map((donation) =>
      presentDetailedDonation(donation, people, { recipientOf, collections }, now),
    );
  },
});

export const getMemberCampaigns = ofMember({
  summary: 'The fundraisers of a member; inactive ones for users who may see them',
  query: z.object({ active: z.optional(trueOrFalse('active')) }),
  reply: z.array(MemberCampaign),
  async handle(context) {
    const { member } = context.granted;
    const areActive = context.query.active !== false;
    const permission = 'member.campaigns.inactive.get';
    if (!areActive && !(await isActorPermitted(actorOf(context), permission, member.organizationNumber)))
      throw forbidden();
    return memberCampaigns(member, { areActive }, context.now);
  },
});

export const postJoin = ofMember({
  summary: 'Join a campaign; joining again changes nothing',
  reply: MemberCampaign,
  async handle(context) {
    const { granted, params, now, deps } = context;
    const input = { member: granted.member, campaignId: params['campaignId'] ?? '' };
    return joinFundraiser(input, await authorOf(context), now, deps.config.TIME_ZONE);
  },
});

export const getLinkedMembers = ofMember({
  summary: 'The linked accounts of a member with what they owe',
  reply: z.array(LinkedAccount),
  async handle(context) {
    const { member, capacity } = context.granted;
    // A user who views another member's dashboard sees the accounts there that they may open themselves.
    const mayOpen = async (account: MemberRecord) =>
      capacity === 'self' || mayReadMoneyOf(actorOf(context), account);
    return linkedAccounts(member, mayOpen, context.now);
  },
});

export const getBalance = ofMember({
  summary: 'What a member owes in a campaign',
  reply: Balance,
  handle: ({ granted, params, now }) => memberBalance(granted.member, params['campaignId'] ?? '', now),
});
