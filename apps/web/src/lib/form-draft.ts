/**
 * What was typed into a form, kept in this tab: an error, an expired session or a reload loses nothing of it.
 * Keys name the form and whose it is. Card data and passwords are never kept.
 */
import { useEffect } from 'react';
import * as z from 'zod/mini';

const PREFIX = 'kinfold.draft.';
const Texts = z.record(z.string(), z.string());

type Values = Record<string, string>;

/** What was typed before, over the form's own first values. */
export function readDraft<T extends Values>(key: string, first: T): T {
  try {
    const stored = z.safeParse(Texts, JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null'));
    if (!stored.success) return first;
    const known = Object.entries(stored.data).filter(([name]) => Object.hasOwn(first, name));
    return { ...first, ...Object.fromEntries(known) };
  } catch {
    return first;
  }
}

/** Whether something was typed before: a form that is opened by a press opens again by itself. */
export function hasDraft(key: string): boolean {
  return sessionStorage.getItem(PREFIX + key) !== null;
}

/** Keeps what is typed; `subscribe` is React Hook Form's. */
export function useKeepDraft(
  key: string,
  subscribe: (payload: {
    formState: { values: true };
    callback: (state: { values: object }) => void;
  }) => () => void,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(key, values),
      }),
    [key, subscribe],
  );
}

/** Keeps these values, as for a form that is no React Hook Form. */
export function writeDraft(key: string, values: object): void {
  sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
}

/** Forgets a draft: it was sent, or given up on purpose. */
export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}
