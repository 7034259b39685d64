import * as z from 'zod/mini';
import { OtherCampaign } from '@kinfold/domain/campaign';
import { Member, MemberUpdate } from '@kinfold/domain/member';
import { actorOf, endpoint } from '../../platform/endpoint.ts';
import { findMembershipsCovering, findOtherCampaigns } from '../memberships/membership.service.ts';
import { presentMember } from './member.presenter.ts';
import { updateContactDetails } from './member-contact.service.ts';
import { requireMember, type MemberRecord } from './member.service.ts';

/** A member on the wire with the memberships that cover them. */
async function presentWhole(member: MemberRecord, now: Date) {
  const memberships = await findMembershipsCovering(member._id);
  return presentMember(
    member,
    memberships.map(({ _id }) => _id),
    now,
  );
}

export const getMember = endpoint({
  summary: 'A member, by id or printed number',
  reply: Member,
  handle: async ({ params, now }) => presentWhole(await requireMember(params['id']), now),
});

export const postMember = endpoint({
  summary: 'Change the address and phones of a member; posting the same address confirms it',
  body: z.extend(MemberUpdate, { _id: z.optional(z.string()), memberId: z.optional(z.string()) }),
  reply: Member,
  async handle(context) {
    const { body, now } = context;
    const { email } = actorOf(context);
    return presentWhole(await updateContactDetails(body._id ?? body.memberId ?? '', body, email, now), now);
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
