/** Compares every household with its members, for `npm run verify`. */
import { documentIds, inTransaction } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { readHouseholds, setEmpty, type HouseholdRecord } from './household.model.ts';
import { readHouseholdMembers } from './member.model.ts';

/** Every household; a repair rewrites whether anybody lives there. */
export const households: Check = {
  counted: 'households',
  keys: () => documentIds('households'),
  problemsOf: householdProblems,
  repair,
};

async function householdProblems(householdIds: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const residents = new Map<string | null, Set<string>>();
  for (const { _id, household_id } of await readHouseholdMembers(householdIds))
    residents.set(household_id, (residents.get(household_id) ?? new Set()).add(_id));
  for (const household of await readHouseholds(householdIds)) {
    const problem = problemOf(household, residents.get(household._id) ?? new Set());
    if (problem) found.set(household._id, `Household ${household._id} ${problem}.`);
  }
  return found;
}

function problemOf({ primaryMemberId, isEmpty }: HouseholdRecord, residents: ReadonlySet<string>) {
  if (isEmpty && residents.size) return 'says that nobody lives there';
  if (!isEmpty && !residents.size) return 'does not say that nobody lives there';
  if (!isEmpty && !residents.has(primaryMemberId)) return 'has a primary member who does not live there';
  return undefined;
}

async function repair(householdIds: readonly string[]): Promise<void> {
  for (const id of householdIds)
    await inTransaction(async (session) => {
      const members = await readHouseholdMembers([id], session);
      await setEmpty(id, members.length === 0, session);
    });
}
