/** Issued letters of coverage. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import { insertOnce, type Session } from '../../../platform/database.ts';
import { date, flag, list, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

const CoverageLetterModel = defineModel('coverage_letters', {
  /** The letter number. */
  _id: text(),
  memberId: text(),
  /** A TTL index removes it some years later (LETTER_YEARS). */
  issuedDt: date(),
  /** What it states about each cover; null where it was not known. */
  covers: list(object({ campaignMembershipId: text(), memberId: text(), isCovered: orNull(flag()) })),
});
export type CoverageLetterRecord = DocumentOf<typeof CoverageLetterModel>;

const letters = () => collectionOf(CoverageLetterModel);

/** Stores a letter; storing it again changes nothing. */
export async function keepLetter(letter: CoverageLetterRecord): Promise<void> {
  await insertOnce(letters(), letter);
}

/** A letter by its number. */
export async function readLetter(number: string): Promise<CoverageLetterRecord | null> {
  return letters().findOne({ _id: number });
}

/** Deletes the letters of a member who is deleted. */
export async function eraseLettersOf(memberId: string, session: Session): Promise<void> {
  await letters().deleteMany({ memberId }, { session });
}
