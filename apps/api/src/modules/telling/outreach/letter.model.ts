/** Letters to people who owe in runs. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import type { LetterAudience, LetterOutcome } from '@kinfold/domain/letter';
import type { Session } from '../../../platform/database.ts';
import { date, flag, int, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, countBy, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** The letters that were made of a run at one time. */
const LettersModel = defineModel('run_letters', {
  _id: text(),
  campaignRunId: text(),
  audience: text<LetterAudience>(),
  /** For all organizations; else for the one below and all below it. */
  isWholeRun: flag(),
  organizationNumber: text(),
  organizationName: text(),
  /** The number of each outcome; empty until they are done. */
  counts: list(object({ outcome: text<LetterOutcome>(), count: int() })),
  jobId: text(),
  createdBy: text(),
  createdDt: date(),
  doneDt: orNull(date()),
  /** The user who recorded that they were mailed, and when. */
  mailed: orNull(object({ by: text(), at: date() })),
  /** What all of them have in common, as it was when they were made; missing in letters of version 1.1 and before. */
  head: optional(
    object({
      sender: object({ name: text(), lines: list(text()), phone: orNull(text()) }),
      fundName: text(),
      runName: text(),
      date: text(),
      dueBy: text(),
      isLate: flag(),
      payUrl: orNull(text()),
    }),
  ),
});
export type LettersRecord = DocumentOf<typeof LettersModel>;

/** A person who owed when letters were made, with the content of their letter: never changed. */
const LetterModel = defineModel('run_letter_people', {
  /** The letters and the donation: nobody gets two letters about the same. */
  _id: text(),
  lettersId: text(),
  memberId: text(),
  memberNumber: text(),
  name: text(),
  organizationName: text(),
  outcome: text<LetterOutcome>(),
  addressLines: list(text()),
  /** Postal code, name and donation: the order of the letters. */
  order: text(),
  people: list(text()),
  minAmountDue: money(),
  paymentsTotal: money(),
  /** The reference of the dues. */
  reference: optional(text()),
  /** What could be paid of all dues of the membership, including these. */
  payableTogether: optional(money()),
  createdDt: date(),
});
export type LetterRecord = DocumentOf<typeof LetterModel>;

export const runLetters = () => collectionOf(LettersModel);
export const letterPeople = () => collectionOf(LetterModel);

/** Deletes the letters to a member who is deleted; the figures of the letters stay. */
export async function eraseLettersTo(memberId: string, session: Session): Promise<void> {
  await letterPeople().deleteMany({ memberId }, { session });
}

/** The number of people with each outcome. */
export async function countOutcomes(lettersId: string): Promise<LettersRecord['counts']> {
  const counts = await countBy(LetterModel, { lettersId }, 'outcome');
  return [...counts].map(([outcome, count]) => ({ outcome, count }));
}

/** Removes the addresses and postal codes of letters that were made before a time; returns how many. */
export async function forgetAddresses(before: Date): Promise<number> {
  const old = { createdDt: { $lt: before }, 'addressLines.0': { $exists: true } };
  // Sorted by name from then on: the part after the postal code.
  const from = { $indexOfCP: ['$order', ':'] };
  const byName = { $substrCP: ['$order', from, { $strLenCP: '$order' }] };
  const forgotten = [{ $set: { addressLines: [], order: byName } }];
  return (await letterPeople().updateMany(old, forgotten)).modifiedCount;
}
