import * as z from 'zod/mini';
import { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { actorOf, endpointFor } from '../../platform/endpoint.ts';
import { mayReadMoneyOf } from '../access/member-access.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import type { MembershipGrant } from '../access/membership-access.service.ts';
import { presentMembership } from './membership.service.ts';

export const getMembership = endpointFor<MembershipGrant>()({
  summary: 'A campaign membership with the members it covers',
  query: z.object({ exclude_inactive: z.optional(z.string()) }),
  reply: CampaignMembership,
  async handle(context) {
    const { membership } = context.granted;
    const excludeInactive = context.query.exclude_inactive?.toLowerCase() === 'true';
    const actor = actorOf(context);
    const mayRead = async (primary: MemberRecord | undefined) =>
      actor.memberId === membership.primaryMemberId ||
      (primary !== undefined && (await mayReadMoneyOf(actor, primary)));
    return presentMembership(membership, { excludeInactive, mayReadMoneyOf: mayRead }, context.today);
  },
});
