/** Notes of the office on a household: never shown to its members (rules.md "Notes on a household"). */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { requiredText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

const HOUSEHOLD_NOTE_MAX = 1_000;
/** As many notes a household has at most. */
export const HOUSEHOLD_NOTES_MAX = 100;

/** `POST /v2/members/{id}/household/notes` */
export const HouseholdNoteForm = z.object(
  { text: requiredText('Write the note', { max: HOUSEHOLD_NOTE_MAX, hasLines: true }) },
  NO_FIELDS,
);
export type HouseholdNoteForm = z.infer<typeof HouseholdNoteForm>;

/** A note on a household, with who wrote it. */
export const HouseholdNote = z.object({
  _id: z.string(),
  text: z.string(),
  createdBy: z.string(),
  createdDt: WireInstant,
});
export type HouseholdNote = z.infer<typeof HouseholdNote>;

/** Answer of `GET /v2/members/{id}/household/notes`, newest first. */
export const HouseholdNotes = z.array(HouseholdNote);
