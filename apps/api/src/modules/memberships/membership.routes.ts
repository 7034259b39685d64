import * as z from 'zod/mini';
import { CampaignMembership, MembershipPost } from '@kinfold/domain/campaign-membership';
import { actorOf, endpointFor } from '../../platform/endpoint.ts';
import { authorOf, mayReadMoneyOf } from '../access/member-access.service.ts';
import { changedMeanwhile } from '../audit/audit.service.ts';
import type { MembershipGrant } from '../access/membership-access.service.ts';
import { presentMembership } from './membership.presenter.ts';
import { findCoveredPeople } from './membership.service.ts';
import { setMembershipState } from './membership-state.service.ts';

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

export const postMembership = endpointFor<MembershipGrant>()({
  summary: 'Confirm, activate or deactivate a membership',
  body: MembershipPost,
  reply: CampaignMembership,
  answers: {
    409: { description: 'Somebody changed the membership meanwhile: `current` is how it is now' },
  },
  async handle(context) {
    const { granted, body, now, today } = context;
    const { _id } = granted.membership;
    const people = await findCoveredPeople(granted.membership);
    const author = await authorOf(context);
    const { membership, isChanged } = await setMembershipState(_id, body, people, author, now);
    const shown = { excludeInactive: false, showsAmounts: true };
    const current = presentMembership(membership, people, shown, today);
    if (!isChanged) throw await changedMeanwhile('membership', _id, current);
    return current;
  },
});
