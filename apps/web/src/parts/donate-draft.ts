/** What was chosen and typed on Donate, kept in this tab: a reload and Try Again lose nothing (card data excepted). */
import { useState } from 'react';
import * as z from 'zod/mini';

const DonateDraft = z.object({
  /** Whether the payee's own dues are paid; else only the ticked accounts'. */
  paysOwn: z.boolean(),
  /** Ids of the linked accounts that are paid too. */
  ticked: z.array(z.string()),
  /** A typed amount; null pays all that is owed. */
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

/** The draft of a signed-in member for one donate page (`scope`: a membership's id, or the payee's). */
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

/** Forgets the drafts of a member: what they were for has been paid. */
export function forgetDrafts(memberId: string): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(`${PREFIX}${memberId}.`)) sessionStorage.removeItem(key);
}
