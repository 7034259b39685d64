import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';

/**
 * Returns the people who may pay once somebody has died or goes, with `leavers` too: living adults of the household, the
 * spouse first.
 */
export function payersOf(
  { members }: Household,
  goneId: string,
  leavers: readonly string[] = [goneId],
): Household['members'] {
  const gone = members.find(({ member_id }) => member_id === goneId);
  const spouseIs = gone?.relationship === 'Spouse' ? 'Head of Household' : 'Spouse';
  return members
    .filter(
      ({ member_id, age, isActive, deceasedDt }) =>
        !leavers.includes(member_id) &&
        (age ?? MINIMUM_AGE) >= MINIMUM_AGE &&
        isActive !== false &&
        !deceasedDt,
    )
    .toSorted(
      (one, other) =>
        Number(other.relationship === spouseIs) - Number(one.relationship === spouseIs) ||
        (other.age ?? 0) - (one.age ?? 0),
    );
}
