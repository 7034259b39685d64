/** Who writes something, as its history names them (design of the staff side, "Writing"). */
export type Author = {
  /** Null when a command wrote it. */
  userId: string | null;
  email: string;
  /** As lists of people show it; the e-mail of who is no member. */
  name: string;
  /** The `X-Request-Id` of the request; null when a command wrote it. */
  requestId: string | null;
};

/** A command as an author: seeds, fixtures, `npm run unlink`. */
export function commandAuthor(email: string, name = email): Author {
  return { userId: null, email, name, requestId: null };
}
