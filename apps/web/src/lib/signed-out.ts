/** Why this tab was signed out without Logout, and the e-mail, for the sign-in page (sessionStorage). */
const KEY = 'kinfold.signed-out';

/** Idle timeout; all sessions ended here by the user; ended on another device; expired; sign-in deleted by the user. */
const REASONS = ['away', 'everywhere', 'elsewhere', 'ended', 'deleted'] as const;
export type SignedOutReason = (typeof REASONS)[number];

/** Returns whether a session expires, without anyone ending it. */
export const endsByItself = (why: SignedOutReason | undefined): boolean => why === 'away' || why === 'ended';

/** Stores the reason in this tab. */
export function rememberSignedOut(why: SignedOutReason, email: string): void {
  // A deleted sign-in leaves no e-mail behind.
  sessionStorage.setItem(KEY, why === 'deleted' ? why : `${why} ${email}`);
}

/** The stored reason; undefined after Logout. */
export function readSignedOut(): { why: SignedOutReason; email: string } | undefined {
  const [first, email = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  const why = REASONS.find((reason) => reason === first);
  return why && (email || why === 'deleted') ? { why, email } : undefined;
}

/** Deletes the reason, after sign-in or Logout. */
export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
