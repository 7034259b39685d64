import * as z from 'zod/mini';
import { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { actorOf, endpoint } from '../../platform/endpoint.ts';
import { mayReadMoneyOf } from '../members/member-access.service.ts';
import { presentMembership, requireMembership } from './membership.service.ts';

export const getMembership = endpoint({
  summary: 'A campaign membership with the members it covers',
  query: z.object({ exclude_inactive: z.optional(z.string()) }),
  reply: CampaignMembership,
  async handle(context) {
    const membership = await requireMembership(context.params['membershipId']);
    const excludeInactive = context.query.exclude_inactive?.toLowerCase() === 'true';
    const showsAmounts = await mayReadMoneyOf(actorOf(context), membership.primaryMemberId);
    return presentMembership(membership, { excludeInactive, showsAmounts }, context.today);
  },
});
