/** The line in memory of a person, in the words of the family, who agreed that it is shown (rules.md "Collecting for a claim"). */
import * as z from 'zod/mini';
import { dateField } from './dates.ts';
import { requiredText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

export const MEMORIAL_MAX = 280;

/** The words, and who of the family agreed on which day. */
export const MemorialForm = z.object(
  {
    words: requiredText('Write what the family wants to be said', { min: 3, max: MEMORIAL_MAX }),
    agreedBy: requiredText('Say who of the family agreed', { min: 2 }),
    agreedDt: dateField('Incorrect date'),
  },
  NO_FIELDS,
);
export type MemorialForm = z.infer<typeof MemorialForm>;

/** `PUT /v2/claims/{id}/memorial`: the line, or null to take it back. */
export const MemorialPut = z.object({ memorial: z.nullable(MemorialForm) }, NO_FIELDS);

/** A line in memory, as the office reads it. */
export const Memorial = z.object({
  words: z.string(),
  agreedBy: z.string(),
  agreedDt: z.string(),
  enteredBy: z.string(),
});
