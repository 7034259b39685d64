import * as z from 'zod/mini';
import { MemberCampaign } from '@kinfold/domain/campaign';
import { DEFAULT_DONATIONS_PAGE } from '@kinfold/domain/constants';
import { Balance, DetailedDonation, Donation, DonationPage } from '@kinfold/domain/donation';
import { LinkedAccount } from '@kinfold/domain/member';
import { pageQuery, type Page } from '@kinfold/domain/pagination';
import { actorOf, endpoint } from '../../platform/endpoint.ts';
import { forbidden } from '../../platform/problem.ts';
import { mayReadMoneyOf } from '../members/member-access.service.ts';
import { requireMember } from '../members/member.service.ts';
import { isActorPermitted } from '../users/user.service.ts';
import { joinFundraiser, linkedAccounts, memberBalance, memberCampaigns } from './account.service.ts';
import { presentDonation, presentDonationMembers } from './donation.presenter.ts';
import { findDonationPage, findDues, requireDonation } from './donation.service.ts';

async function pageOf(memberId: string, page: Page, now: Date) {
  const { donations, ...counts } = await findDonationPage(memberId, page);
  return { ...counts, donations: donations.map((donation) => presentDonation(donation, now)) };
}

export const getMemberDonations = endpoint({
  summary: 'The donations of a member, newest first',
  query: pageQuery(DEFAULT_DONATIONS_PAGE),
  reply: DonationPage,
  handle: async ({ params, query, now }) => pageOf((await requireMember(params['id']))._id, query, now),
});

export const getDonation = endpoint({
  summary: 'A donation as it stands now',
  reply: Donation,
  handle: async ({ params, now }) => presentDonation(await requireDonation(params['donationId']), now),
});

export const getMyDonations = endpoint({
  summary: 'The donations of the signed-in member, newest first',
  query: pageQuery(DEFAULT_DONATIONS_PAGE),
  reply: DonationPage,
  async handle(context) {
    const { memberId } = actorOf(context);
    if (memberId === null) return { results: 0, pages: 0, donations: [] };
    return pageOf(memberId, context.query, context.now);
  },
});

export const getDues = endpoint({
  summary: 'All donations of a campaign membership with whom they were for, newest first, paid ones too',
  reply: z.array(DetailedDonation),
  async handle({ params, now }) {
    const dues = await findDues(params['campaignMembershipId'] ?? '');
    const members = await presentDonationMembers(dues);
    return dues.map((donation) => ({
      ...presentDonation(donation, now),
      members: members.get(donation._id) ?? null,
    }));
  },
});

export const getMemberCampaigns = endpoint({
  summary: 'The fundraisers of a member; inactive ones for who may see them',
  query: z.object({
    active: z.optional(z.string().check(z.regex(/^(true|false)$/i, 'active is true or false'))),
  }),
  reply: z.array(MemberCampaign),
  async handle(context) {
    const member = await requireMember(context.params['id']);
    const areActive = context.query.active?.toLowerCase() !== 'false';
    const permission = 'member.campaigns.inactive.get';
    if (!areActive && !(await isActorPermitted(actorOf(context), permission, member.organizationNumber)))
      throw forbidden();
    return memberCampaigns(member, { areActive }, context.now);
  },
});

export const postJoin = endpoint({
  summary: 'Join a campaign; joining again changes nothing',
  reply: MemberCampaign,
  async handle(context) {
    const { params, now, deps } = context;
    const member = await requireMember(params['id']);
    const input = { memberId: member._id, campaignId: params['campaignId'] ?? '' };
    return joinFundraiser(input, actorOf(context).email, now, deps.config.TIME_ZONE);
  },
});

export const getLinkedMembers = endpoint({
  summary: 'The linked accounts of a member with what they owe',
  reply: z.array(LinkedAccount),
  async handle(context) {
    const member = await requireMember(context.params['id']);
    const accounts = await linkedAccounts(member, context.now);
    const actor = actorOf(context);
    if (actor.memberId === member._id) return accounts;
    // Who looks at somebody else's dashboard sees the accounts there that they may open themselves.
    const mayOpen = await Promise.all(
      accounts.map(({ primary_member_id }) => mayReadMoneyOf(actor, primary_member_id)),
    );
    return accounts.filter((_account, index) => mayOpen[index]);
  },
});

export const getBalance = endpoint({
  summary: 'What a member owes in a campaign',
  reply: Balance,
  handle: async ({ params, now }) =>
    memberBalance(await requireMember(params['memberId']), params['campaignId'] ?? '', now),
});
