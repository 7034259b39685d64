import type { Session } from '../../platform/database.ts';
import { insertHouseholds, readHousehold, readHouseholds, type HouseholdRecord } from './household.model.ts';

export type { HouseholdRecord };

/** A household by its id. */
export async function findHousehold(householdId: string): Promise<HouseholdRecord | undefined> {
  return readHousehold(householdId);
}

/** Some households in the order asked for; unknown ones are left out. */
export async function findHouseholds(householdIds: readonly string[]): Promise<HouseholdRecord[]> {
  const found = new Map((await readHouseholds(householdIds)).map((one) => [one._id, one]));
  return householdIds.flatMap((id) => found.get(id) ?? []);
}

/** Stores households whose primary members are about to be, or are, in them. */
export async function storeHouseholds(
  households: readonly HouseholdRecord[],
  session: Session,
): Promise<void> {
  await insertHouseholds(households, session);
}
