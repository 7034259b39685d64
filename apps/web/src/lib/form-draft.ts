/**
 * Form drafts in sessionStorage: typed values survive an error, an expired session and a reload. A key names the form
 * and its user. Card data and passwords are never stored.
 */
import { useEffect } from 'react';
import * as z from 'zod/mini';

const PREFIX = 'kinfold.draft.';
const Texts = z.record(z.string(), z.string());

type Values = Record<string, string>;

/** The stored values over the form's initial ones. */
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

/** Whether there is a draft: a form behind a button then opens again after a reload. */
export function hasDraft(key: string): boolean {
  return sessionStorage.getItem(PREFIX + key) !== null;
}

/** Stores each change of a form; `subscribe` is React Hook Form's. */
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

/** Stores values of a form without React Hook Form. */
export function writeDraft(key: string, values: object): void {
  sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
}

/** Deletes a draft after the form was sent or cancelled. */
export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}
