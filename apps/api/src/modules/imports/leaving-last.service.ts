/** The order in which people of a family become inactive (docs/decisions/026). */
import { findHouseholds } from '../members/household.service.ts';
import { findMembers } from '../members/member.service.ts';

/**
 * Puts what makes somebody inactive after the others, and primary members last: of a family that leaves they are left
 * alone. `leaversOf` gives the ids of who becomes inactive.
 */
export async function leavingLast<T>(
  all: readonly T[],
  leaversOf: (one: T) => readonly string[],
): Promise<T[]> {
  const leavers = await findMembers(all.flatMap(leaversOf));
  const homes = new Set(leavers.flatMap(({ household_id }) => household_id ?? []));
  if (!homes.size) return [...all];
  const primaries = new Set((await findHouseholds([...homes])).map(({ primaryMemberId }) => primaryMemberId));
  const rank = (one: T) => Math.max(0, ...leaversOf(one).map((id) => 1 + Number(primaries.has(id))));
  return all.toSorted((one, other) => rank(one) - rank(other));
}
