/**
 * Data of a user in this browser: drafts and other data of a tab in sessionStorage, a payment in localStorage. Ending a
 * session, here or elsewhere, removes all of it; a session that expires keeps it for the same user only.
 */

const OF_TAB = 'kinfold.';
const DRAFT = 'kinfold.draft.';
const PAYMENT = 'kinfold.payment.';
/** Keys that end with their owner: an e-mail, or the id of a member. */
const OF_SOMEBODY = /^kinfold\.[a-z-]+\./;

/** The key of a draft in sessionStorage, by form and user; the e-mail is empty before sign-in. */
export const draftKeyOf = (form: string, email: string): string => `${DRAFT}${form}.${email}`;

/** The key of a member's payment in localStorage: all tabs show and pay the same one. */
export const paymentKeyOf = (memberId: string): string => `${PAYMENT}${memberId}`;

/** Returns the keys of the drafts in this tab of forms whose names have a prefix. */
export const draftKeysOf = (forms: string): string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT + forms));

function removeKeys(storage: Storage, isRemoved: (key: string) => boolean): void {
  for (const key of Object.keys(storage).filter(isRemoved)) storage.removeItem(key);
}

/** Removes everything typed and chosen in this tab, and the payments of this browser. */
export function removeTraces(): void {
  removeKeys(sessionStorage, (key) => key.startsWith(OF_TAB));
  removeKeys(localStorage, (key) => key.startsWith(PAYMENT));
}

/** Removes the drafts and payments of everyone but a user, including drafts from before the sign-in. */
export function removeTracesOfOthers({ email, memberId }: { email: string; memberId: string | null }): void {
  const isOfOthers = (key: string) =>
    OF_SOMEBODY.test(key) && !key.endsWith(`.${email}`) && !(memberId && key.endsWith(`.${memberId}`));
  removeKeys(sessionStorage, isOfOthers);
  removeKeys(localStorage, isOfOthers);
}
