/** Whether nobody who has died is still in a membership (rules.md "Death, payers and who is charged"). */
import { documentIds } from '../../../platform/database.ts';
import { checkAll, type Checks, type Problems } from '../../../platform/verification.ts';
import { findMembers } from '../members/member.service.ts';
import { findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';

/** Checks everybody who has died; gives how many members were looked at. Nothing is repaired: whoever entered the death enters it again. */
export async function verifyDeaths(checks: Checks, problems: string[]): Promise<number> {
  return checkAll(documentIds('members'), deathProblems, checks, problems);
}

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
