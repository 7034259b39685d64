/** Notes of the office on households. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import { authorField } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { date, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** A note on a household: it goes with the last person who lives there. */
const HouseholdNoteModel = defineModel('household_notes', {
  _id: text(),
  householdId: text(),
  text: text(),
  author: authorField,
  createdDt: date(),
  /** It is kept for a day, so that its removal can be undone. */
  removedDt: orNull(date()),
});
export type HouseholdNoteRecord = DocumentOf<typeof HouseholdNoteModel>;

const notes = () => collectionOf(HouseholdNoteModel);

/** The notes on some households, newest first. */
export async function findHouseholdNotes(
  householdIds: readonly string[],
  session?: Session,
): Promise<HouseholdNoteRecord[]> {
  if (!householdIds.length) return [];
  const found = notes().find({ householdId: { $in: [...householdIds] }, removedDt: null }, { session });
  return found.sort({ createdDt: -1, _id: -1 }).toArray();
}

/** Stores a note. */
export async function insertHouseholdNote(note: HouseholdNoteRecord, session: Session): Promise<void> {
  await notes().insertOne(note, { session });
}

/** Removes a note on a household, or with null restores it; gives the note when that changed it, else null. */
export async function setNoteRemoved(
  { _id, householdId }: Pick<HouseholdNoteRecord, '_id' | 'householdId'>,
  removedDt: Date | null,
  session: Session,
): Promise<HouseholdNoteRecord | null> {
  const before = removedDt ? null : { $ne: null };
  return notes().findOneAndUpdate(
    { _id, householdId, removedDt: before },
    { $set: { removedDt } },
    { session, returnDocument: 'after' },
  );
}

/** Moves the notes on a household to another one. */
export async function moveHouseholdNotes(from: string, to: string, session: Session): Promise<void> {
  await notes().updateMany({ householdId: from }, { $set: { householdId: to } }, { session });
}

/** Deletes the notes on some households. */
export async function eraseHouseholdNotes(householdIds: readonly string[], session: Session): Promise<void> {
  if (!householdIds.length) return;
  await notes().deleteMany({ householdId: { $in: [...householdIds] } }, { session });
}
