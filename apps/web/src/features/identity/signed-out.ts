/** Why this tab was signed out, for the sign-in page to say. */
const KEY = 'kinfold.signed-out';

/** Remembers that nobody was there. */
export function rememberAway(): void {
  sessionStorage.setItem(KEY, 'away');
}

/** Whether this tab was signed out because nobody was there. */
export function wasAway(): boolean {
  return sessionStorage.getItem(KEY) === 'away';
}

/** Somebody is here again. */
export function forgetAway(): void {
  sessionStorage.removeItem(KEY);
}
