/**
 * What a browser keeps of the person at it: drafts and what else is of one tab in sessionStorage, a payment in
 * localStorage. Whoever ends a session, here or elsewhere, takes all of it away; a session that ends by itself leaves it
 * for the same user alone.
 */

const OF_TAB = 'kinfold.';
const DRAFT = 'kinfold.draft.';
const PAYMENT = 'kinfold.payment.';
/** Keys that end with whose they are: an e-mail, or the id of a member. */
const OF_SOMEBODY = /^kinfold\.[a-z-]+\./;

/** The key of a draft in sessionStorage: which form, and who types; the e-mail is empty before sign-in. */
export const draftKeyOf = (form: string, email: string): string => `${DRAFT}${form}.${email}`;

/** The key of a member's payment in localStorage: all tabs show and pay the same one. */
export const paymentKeyOf = (memberId: string): string => `${PAYMENT}${memberId}`;

/** The keys of the drafts in this tab whose forms have names that begin so. */
export const draftKeysOf = (forms: string): string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT + forms));

function removeKeys(storage: Storage, isRemoved: (key: string) => boolean): void {
  for (const key of Object.keys(storage).filter(isRemoved)) storage.removeItem(key);
}

/** Removes everything that was typed and chosen in this tab, and the payments of this browser. */
export function removeTraces(): void {
  removeKeys(sessionStorage, (key) => key.startsWith(OF_TAB));
  removeKeys(localStorage, (key) => key.startsWith(PAYMENT));
}

/** Removes the drafts and payments that are not those of a user, also what was typed before the sign-in. */
export function removeTracesOfOthers({ email, memberId }: { email: string; memberId: string | null }): void {
  const isOfOthers = (key: string) =>
    OF_SOMEBODY.test(key) && !key.endsWith(`.${email}`) && !(memberId && key.endsWith(`.${memberId}`));
  removeKeys(sessionStorage, isOfOthers);
  removeKeys(localStorage, isOfOthers);
}
