import { readHousehold, readHouseholds, type HouseholdRecord } from './household.model.ts';

export {
  findHouseholdNotes,
  insertHouseholdNote,
  setNoteRemoved,
  type HouseholdNoteRecord,
} from './household-note.model.ts';
export {
  raiseHouseholdVersions,
  readHouseholdsOfPrimaries as findHouseholdsOfPrimaries,
  storeHouseholds,
} from './household.model.ts';

export type { HouseholdRecord };

/** A household in which somebody lives, by its id. */
export async function findHousehold(householdId: string): Promise<HouseholdRecord | undefined> {
  const household = await readHousehold(householdId);
  return household?.isEmpty ? undefined : household;
}

/** Some households in the given order; empty and unknown ones are left out. */
export async function findHouseholds(householdIds: readonly string[]): Promise<HouseholdRecord[]> {
  const found = new Map((await readHouseholds(householdIds)).map((household) => [household._id, household]));
  return householdIds.flatMap((id) => found.get(id) ?? []).filter(({ isEmpty }) => !isEmpty);
}
