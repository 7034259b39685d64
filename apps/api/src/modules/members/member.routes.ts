import * as z from 'zod/mini';
import { OtherCampaign } from '@kinfold/domain/campaign';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FoundMember, Member, MemberSearchQuery, MemberUpdate } from '@kinfold/domain/member';
import { endpointFor } from '../../platform/endpoint.ts';
import { changedMeanwhile } from '../audit/audit.service.ts';
import type { OrganizationGrant } from '../organizations/organization.service.ts';
import { findMembershipsCovering, findOtherCampaigns } from '../memberships/membership.service.ts';
import { presentMember } from './member.presenter.ts';
import { searchMembers } from './member-search.service.ts';
import { authorOf, type MemberGrant } from '../access/member-access.service.ts';
import type { MemberRecord } from './member.service.ts';
import { updateContactDetails } from './contact-details.service.ts';

const ofMember = endpointFor<MemberGrant>();

/** A member on the wire with the memberships that cover them. */
async function presentWhole(member: MemberRecord, today: CalendarDate) {
  const memberships = await findMembershipsCovering(member._id);
  return presentMember(
    member,
    memberships.map(({ _id }) => _id),
    today,
  );
}

export const getMember = ofMember({
  summary: 'A member, by id or printed number',
  reply: Member,
  handle: ({ granted, today }) => presentWhole(granted.member, today),
});

export const postMember = ofMember({
  summary: 'Change the address and phones of a member; posting the same address confirms it',
  body: z.extend(MemberUpdate, { _id: z.optional(z.string()), memberId: z.optional(z.string()) }),
  reply: Member,
  answers: { 409: { description: 'Somebody changed the member meanwhile: `current` is how they are now' } },
  async handle(context) {
    const { granted, body, now, today } = context;
    const author = await authorOf(context);
    const { member, isChanged } = await updateContactDetails(granted.member._id, body, author, now);
    const current = await presentWhole(member, today);
    if (!isChanged) throw await changedMeanwhile('member', member._id, current);
    return current;
  },
});

export const getMemberSearch = endpointFor<OrganizationGrant>()({
  summary: 'Members of an organization by part of a name, member number or phone; at most 100, by name',
  query: MemberSearchQuery,
  reply: z.array(FoundMember),
  handle: ({ granted, query }) => searchMembers(granted.organization.organizationNumber, query.search_term),
});

export const getOtherCampaigns = ofMember({
  summary: 'The campaigns that a member may join and has not joined',
  reply: z.array(OtherCampaign),
  async handle({ granted }) {
    const campaigns = await findOtherCampaigns(granted.member);
    return campaigns.map(({ _id, campaignName, shortDescription, requiresMembership }) => ({
      _id,
      campaignName,
      shortDescription,
      requiresMembership,
    }));
  },
});
