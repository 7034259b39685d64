/** Why this tab was signed out without Logout, and who was signed in: for the sign-in page. */
const KEY = 'kinfold.signed-out';

/** Nobody was there; the person ended every sign-in; the server says that the session is over. */
const REASONS = ['away', 'everywhere', 'ended'] as const;
export type SignedOutReason = (typeof REASONS)[number];

/** Remembers it in this tab. */
export function rememberSignedOut(why: SignedOutReason, email: string): void {
  sessionStorage.setItem(KEY, `${why} ${email}`);
}

/** What was remembered; undefined after Logout, or when nobody was signed in. */
export function readSignedOut(): { why: SignedOutReason; email: string } | undefined {
  const [first, email] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  const why = REASONS.find((reason) => reason === first);
  return why && email ? { why, email } : undefined;
}

/** Somebody is signed in again, or has logged out. */
export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
