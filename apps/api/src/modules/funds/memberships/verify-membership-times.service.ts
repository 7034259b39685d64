/** Verifies the intervals of memberships: none overlap, and each is of a member. */
import { intervalsProblem } from '@kinfold/domain/membership-times';
import { documentIds } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { findMemberships } from './membership.model.ts';

/** The intervals of every membership. Nothing is repaired: no other record has the past. */
export const membershipTimes: Check = {
  keys: () => documentIds('campaign_memberships'),
  problemsOf: timesProblems,
};

async function timesProblems(membershipIds: readonly string[]): Promise<Problems> {
  const memberships = await findMemberships(membershipIds);
  const ids = memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id));
  const known = new Set((await findMembers([...new Set(ids)])).map(({ _id }) => _id));
  return new Map(
    memberships.flatMap((membership) => {
      const { _id, externalRef, members } = membership;
      const isWhole = members.every(({ member_id }) => known.has(member_id));
      const problem = isWhole ? intervalsProblem(membership) : 'has a part without a member';
      return problem ? [[_id, `Membership ${externalRef ?? _id} ${problem}.`] as const] : [];
    }),
  );
}
