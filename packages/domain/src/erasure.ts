/** Exporting a person's data, and erasing the person (rules.md "Erasing a person"). */
import * as z from 'zod/mini';
import { requestText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';
import { recordOf } from './record-of.ts';

/** Replaces the name of an erased person. */
export const ERASED_PERSON = 'erased person';

/** The first and last name of the record that stays for the books: together `ERASED_PERSON`. */
export const ERASED_NAMES = { firstNm: 'erased', lastNm: 'person' } as const;

/**
 * Answer of `POST /v2/members/{id}/erasure/preview`: what erasing removes and leaves, and why it would be refused now.
 */
export const ErasurePreview = z.object({
  goes: z.array(z.string()),
  stays: z.array(z.string()),
  /** Empty if they may be erased. */
  refusals: z.array(z.string()),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

/** `POST /v2/members/{id}/erasure`: their first and last name, typed. */
export const ErasureForm = z.object({ name: requestText('name', 200) }, NO_FIELDS);

/** Answer of `POST /v2/members/{id}/person`: all data of one person, by place. */
export const PersonFile = z.object({
  memberId: z.string(),
  exportedAt: z.string(),
  data: recordOf(z.array(recordOf(z.unknown()))),
});
export type PersonFile = z.infer<typeof PersonFile>;

/** `POST /v2/identity/account/delete`: the password of the sign-in, again. */
export const DeleteSignInForm = z.object(
  {
    password: z
      .string('Enter your password')
      .check(z.minLength(1, 'Enter your password'), z.maxLength(1000, 'This is not your password')),
  },
  NO_FIELDS,
);
