/** The draft of the donate page in sessionStorage: it survives a reload and Try Again. It contains no card data. */
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { draftKey, readStored } from '../../lib/form-draft.ts';
import { draftKeysOf } from '../../lib/traces.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';

const DonateDraft = z.object({
  /** Whether the payment includes the payee's own dues, or only those of ticked accounts. */
  paysOwn: z.boolean(),
  /** Member ids of the linked accounts to pay for. */
  ticked: z.array(z.string()),
  /** The typed amount; null pays everything due. */
  amountText: z.nullable(z.string()),
  /** The chosen card: a saved card's id, NEW_CARD or NO_CARD; null until one is chosen. */
  cardChoice: z.nullable(z.string()),
  /** The billing details of a new card, if any were typed. */
  cardholderName: z.optional(z.string()),
  postalCode: z.optional(z.string()),
});
export type DonateDraft = z.infer<typeof DonateDraft>;

const empty: DonateDraft = {
  paysOwn: true,
  ticked: [],
  amountText: null,
  cardChoice: null,
};

/** The row for a new card. */
export const NEW_CARD = 'new';
/** No card: the chosen one was refused, and must not be used again unnoticed. */
const NO_CARD = '';

/** The prefix of the names of a member's drafts. */
const formsOf = (memberId: string) => `donate.${memberId}.`;

const read = (key: string): DonateDraft => readStored(key, DonateDraft) ?? empty;

/**
 * Returns what the `amount` of a link to a donate page asks for: everything due (`all`), or an amount as it is typed.
 */
function askedAmount(amount: string | null): Partial<DonateDraft> {
  if (amount === null || !/^(all|\d+\.\d{2})$/.test(amount)) return {};
  return { paysOwn: true, amountText: amount === 'all' ? null : amount };
}

/**
 * The draft of a member for one donate page; `scope` is the id of the membership or of the payee. An `amount` in the
 * address moves from there into the draft, so that a later typed amount survives a reload.
 */
export function useDonateDraft(memberId: string, scope: string) {
  const key = draftKey(formsOf(memberId) + scope);
  const [query, setQuery] = useAddressQuery();
  const [draft, setDraft] = useState(() => ({ ...read(key), ...askedAmount(query.get('amount')) }));
  const update = (change: Partial<DonateDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...change };
      sessionStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  const isAsked = query.has('amount');
  const takeOver = useEffectEvent(() => {
    sessionStorage.setItem(key, JSON.stringify(draft));
    setQuery((before) => before.delete('amount'), { replace: true });
  });
  useEffect(() => {
    if (isAsked) takeOver();
  }, [isAsked]);
  return [draft, update] as const;
}

const draftKeys = (memberId: string) => draftKeysOf(formsOf(memberId));

/** Deletes the drafts of a member, after a payment. */
export function forgetDrafts(memberId: string): void {
  for (const key of draftKeys(memberId)) sessionStorage.removeItem(key);
}

/** Removes a refused saved card from the drafts of a member, so that another one must be chosen. */
export function unchooseCard(memberId: string, cardId: string): void {
  for (const key of draftKeys(memberId)) {
    const draft = read(key);
    if (draft.cardChoice === cardId)
      sessionStorage.setItem(key, JSON.stringify({ ...draft, cardChoice: NO_CARD }));
  }
}
