import * as z from 'zod/mini';
import { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { actorOf, endpointFor } from '../../platform/endpoint.ts';
import { mayReadMoneyOf } from '../access/member-access.service.ts';
import type { MembershipGrant } from '../access/membership-access.service.ts';
import { presentMembership } from './membership.presenter.ts';
import { findCoveredPeople } from './membership.service.ts';

export const getMembership = endpointFor<MembershipGrant>()({
  summary: 'A campaign membership with the members it covers',
  query: z.object({ exclude_inactive: z.optional(z.string()) }),
  reply: CampaignMembership,
  async handle(context) {
    const { membership } = context.granted;
    const excludeInactive = context.query.exclude_inactive?.toLowerCase() === 'true';
    const actor = actorOf(context);
    const people = await findCoveredPeople(membership);
    const primary = people.get(membership.primaryMemberId);
    const showsAmounts =
      actor.memberId === membership.primaryMemberId ||
      (primary !== undefined && (await mayReadMoneyOf(actor, primary)));
    return presentMembership(membership, people, { excludeInactive, showsAmounts }, context.today);
  },
});
