/** Verifies that nobody who has died is still in a membership (rules.md "Death, payers and who is charged"). */
import { documentIds } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { findMembers } from '../members/member.service.ts';
import { findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';

/** Everybody who has died. Nothing is repaired: staff enter the death again. */
export const deaths: Check = { keys: () => documentIds('members'), problemsOf: deathProblems };

async function deathProblems(memberIds: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const dead = (await findMembers(memberIds)).filter(({ deceasedDt }) => deceasedDt !== null);
  const memberships = await findMembershipsCoveringAny(dead.map(({ _id }) => _id));
  for (const { _id, memberId } of dead)
    for (const { externalRef, members } of memberships)
      if (members.some(({ member_id, isActive }) => member_id === _id && isActive !== false))
        found.set(_id, `${memberId} has died and is still charged and covered in ${externalRef}.`);
  return found;
}
