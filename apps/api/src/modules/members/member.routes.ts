import * as z from 'zod/mini';
import { OtherCampaign } from '@kinfold/domain/campaign';
import type { CalendarDate } from '@kinfold/domain/dates';
import {
  BIRTH_DATE_IN_FUTURE,
  FoundMember,
  Member,
  MemberPost,
  MemberSearchQuery,
  NewMemberForm,
} from '@kinfold/domain/member';
import { actorOf, endpointFor, Reply } from '../../platform/endpoint.ts';
import { parse } from '../../platform/parse.ts';
import { invalid } from '../../platform/problem.ts';
import { changedMeanwhile } from '../audit/audit.service.ts';
import { presentOtherCampaign } from '../campaigns/campaign.presenter.ts';
import { enterMember } from '../households/household-members.service.ts';
import { requireLinkable } from '../households/linked-household.service.ts';
import type { OrganizationGrant } from '../organizations/organization.service.ts';
import { findMembershipsCovering, findOtherCampaigns } from '../memberships/membership.service.ts';
import { presentMember } from './member.presenter.ts';
import { searchMembers } from './member-search.service.ts';
import { authorOf, type MemberGrant, type MemberPostGrant } from '../access/member-access.service.ts';
import { isActorPermitted } from '../users/user.service.ts';
import type { MemberRecord } from './member.service.ts';
import { updateMember } from './member-update.service.ts';

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

export const postMember = endpointFor<MemberPostGrant>()({
  summary:
    'Change a member: themself their address and phones, of which the same again confirms the address; staff all that is there. Without `_id` and `memberId` staff make a member',
  body: MemberPost,
  reply: Member,
  answers: {
    201: { description: 'The member was made', reply: Member },
    409: { description: 'Somebody changed the member meanwhile: `current` is how they are now' },
  },
  async handle(context) {
    const { granted, body, now, today } = context;
    if (body.birthDt && body.birthDt > today) throw invalid([BIRTH_DATE_IN_FUTURE]);
    const author = await authorOf(context);
    if (!granted.member) {
      const { organizationNumber } = granted.organization;
      const form = parse(NewMemberForm, body);
      const made = await enterMember({ ...form, organizationNumber }, author, now);
      return new Reply(201, await presentWhole(made, today));
    }
    const { address, phones, version } = body;
    const change = granted.capacity === 'self' ? { address, phones, version } : body;
    if (granted.capacity === 'staff' && body.linkedHouseholds)
      await requireLinkable(granted.member, body.linkedHouseholds, (organizationNumber) =>
        isActorPermitted(actorOf(context), 'households.update', organizationNumber),
      );
    const { member, isChanged } = await updateMember(granted.member._id, change, author, now);
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
    return (await findOtherCampaigns(granted.member)).map(presentOtherCampaign);
  },
});
