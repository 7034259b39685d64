import * as z from 'zod/mini';
import { OtherCampaign } from '@kinfold/domain/campaign';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FoundMember, Member, MemberSearchQuery, MemberUpdate } from '@kinfold/domain/member';
import { actorOf, endpoint } from '../../platform/endpoint.ts';
import { requireOrganization } from '../organizations/organization.service.ts';
import { findMembershipsCovering, findOtherCampaigns } from '../memberships/membership.service.ts';
import { presentMember } from './member.presenter.ts';
import { searchMembers } from './member-search.service.ts';
import { updateContactDetails } from './member-contact.service.ts';
import { requireMember, type MemberRecord } from './member.service.ts';

/** A member on the wire with the memberships that cover them. */
async function presentWhole(member: MemberRecord, today: CalendarDate) {
  const memberships = await findMembershipsCovering(member._id);
  return presentMember(
    member,
    memberships.map(({ _id }) => _id),
    today,
  );
}

export const getMember = endpoint({
  summary: 'A member, by id or printed number',
  reply: Member,
  handle: async ({ params, today }) => presentWhole(await requireMember(params['id']), today),
});

export const postMember = endpoint({
  summary: 'Change the address and phones of a member; posting the same address confirms it',
  body: z.extend(MemberUpdate, { _id: z.optional(z.string()), memberId: z.optional(z.string()) }),
  reply: Member,
  async handle(context) {
    const { body, now, today } = context;
    const { email } = actorOf(context);
    return presentWhole(await updateContactDetails(body._id ?? body.memberId ?? '', body, email, now), today);
  },
});

export const getMemberSearch = endpoint({
  summary: 'Members of an organization by part of a name, member number or phone; at most 100, by name',
  query: MemberSearchQuery,
  reply: z.array(FoundMember),
  async handle({ params, query }) {
    const { organizationNumber } = await requireOrganization(params['organizationNumber'] ?? '');
    return searchMembers(organizationNumber, query.search_term);
  },
});

export const getOtherCampaigns = endpoint({
  summary: 'The campaigns that a member may join and has not joined',
  reply: z.array(OtherCampaign),
  async handle({ params }) {
    const campaigns = await findOtherCampaigns(await requireMember(params['id']));
    return campaigns.map(({ _id, campaignName, shortDescription, requiresMembership }) => ({
      _id,
      campaignName,
      shortDescription,
      requiresMembership,
    }));
  },
});
