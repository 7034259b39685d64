/** Why this tab was signed out, for the sign-in page to say. */
const KEY = 'kinfold.signed-out';

/** Nobody was there; or the person ended every sign-in. */
const REASONS = ['away', 'everywhere'] as const;
type Reason = (typeof REASONS)[number];

/** Remembers why, before it happens. */
export function rememberSignedOut(why: Reason): void {
  sessionStorage.setItem(KEY, why);
}

/** Why this tab was signed out, when it is worth telling. */
export function whySignedOut(): Reason | undefined {
  const stored = sessionStorage.getItem(KEY);
  return REASONS.find((reason) => reason === stored);
}

/** Somebody is signed in again. */
export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
