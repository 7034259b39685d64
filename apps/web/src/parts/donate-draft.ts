/** The draft of the donate page in sessionStorage: it survives a reload and Try Again. It holds no card data. */
import { useState } from 'react';
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

/** The draft of a member for one donate page; `scope` is the id of the membership or of the payee. */
export function useDonateDraft(memberId: string, scope: string) {
  const key = `${PREFIX}${memberId}.${scope}`;
  const [draft, setDraft] = useState(() => read(key));
  const update = (change: Partial<DonateDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...change };
      sessionStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  return [draft, update] as const;
}

/** Deletes the drafts of a member, after a payment. */
export function forgetDrafts(memberId: string): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(`${PREFIX}${memberId}.`)) sessionStorage.removeItem(key);
}
