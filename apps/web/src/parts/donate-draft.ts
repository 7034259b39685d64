/** The draft of the donate page in sessionStorage: it survives a reload and Try Again. It holds no card data. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';

const DonateDraft = z.object({
  /** Whether the payee's own dues are paid, or only those of ticked accounts. */
  paysOwn: z.boolean(),
  /** Member ids of the linked accounts to pay for. */
  ticked: z.array(z.string()),
  /** The typed amount; null pays everything that is due. */
  amountText: z.nullable(z.string()),
  method: z.nullable(z.enum(['existing', 'new'])),
  cardId: z.nullable(z.string()),
  cardholderName: z.string(),
  postalCode: z.string(),
});
export type DonateDraft = z.infer<typeof DonateDraft>;

const empty: DonateDraft = {
  paysOwn: true,
  ticked: [],
  amountText: null,
  method: null,
  cardId: null,
  cardholderName: '',
  postalCode: '',
};

const PREFIX = 'kinfold.donate.';

function read(key: string): DonateDraft {
  try {
    return z.safeParse(DonateDraft, JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? empty;
  } catch {
    return empty;
  }
}

/** What a link to a donate page asks for by `amount`: everything that is due (`all`), or an amount as it is typed. */
function askedAmount(amount: string | null): Partial<DonateDraft> {
  if (amount === null || !/^(all|\d+\.\d{2})$/.test(amount)) return {};
  return { paysOwn: true, amountText: amount === 'all' ? null : amount };
}

/**
 * The draft of a member for one donate page; `scope` is the id of the membership or of the payee. An `amount` in the
 * address is put into the draft, and leaves the address: what is typed later survives a reload.
 */
export function useDonateDraft(memberId: string, scope: string) {
  const key = `${PREFIX}${memberId}.${scope}`;
  const [query, setQuery] = useSearchParams();
  const [draft, setDraft] = useState(() => ({ ...read(key), ...askedAmount(query.get('amount')) }));
  const update = (change: Partial<DonateDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...change };
      sessionStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  const isAsked = query.has('amount');
  useEffect(() => {
    if (!isAsked) return;
    sessionStorage.setItem(key, JSON.stringify(draft));
    setQuery(
      (before) => {
        before.delete('amount');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isAsked, key, draft, setQuery]);
  return [draft, update] as const;
}

/** Deletes the drafts of a member, after a payment. */
export function forgetDrafts(memberId: string): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(`${PREFIX}${memberId}.`)) sessionStorage.removeItem(key);
}
