import * as z from 'zod/mini';
import { parseDate } from './dates.ts';
import { freeText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

const INVALID_BIRTH_DATE = 'Invalid Birth Date';

const hasTwoLetters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length >= 2;

const name = (message: string) => freeText(message).check(z.refine(hasTwoLetters, message));

/** The intake form and `POST /v2/intake-requests` (spec section 5): 'Invalid {field label}'. */
export const IntakeForm = z.object(
  {
    firstNm: name('Invalid First Name'),
    lastNm: name('Invalid Last Name'),
    middleInit: z.optional(
      z.nullable(
        z.string('Invalid Middle Initial').check(z.trim(), z.regex(/^\p{L}?$/u, 'Invalid Middle Initial')),
      ),
    ),
    birthDt: z.pipe(
      z
        .string(INVALID_BIRTH_DATE)
        .check(z.refine((text) => parseDate(text) !== undefined, INVALID_BIRTH_DATE)),
      z.transform((text) => parseDate(text) ?? text),
    ),
  },
  NO_FIELDS,
);
export type IntakeForm = z.infer<typeof IntakeForm>;

/** What is said of a birth date that has not come yet; only the server's clock can tell. */
export const FUTURE_BIRTH_DATE = { path: 'birthDt', message: INVALID_BIRTH_DATE };

/** Answer of `POST /v2/intake-requests`. */
export const IntakeAnswer = z.object({ status: z.literal('received') });
