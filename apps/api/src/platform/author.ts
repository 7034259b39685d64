/** The author of a change, as the history names them (design of the staff side, "Writing"). */
import { object, orNull, text, type ValueOf } from './fields.ts';

/** An author where it is stored. */
export const authorField = object({
  /** Null when a command wrote it. */
  userId: orNull(text()),
  email: text(),
  /** As lists of people show it; the email of a user who is not a member. */
  name: text(),
  /** The `X-Request-Id` of the request; null when a command wrote it. */
  requestId: orNull(text()),
});
export type Author = ValueOf<typeof authorField>;

/** A command as an author: seeds, fixtures, `npm run unlink`. */
export function commandAuthor(email: string, name = email): Author {
  return { userId: null, email, name, requestId: null };
}
