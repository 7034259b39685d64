/**
 * Form drafts in sessionStorage: typed values survive an error, a session that ended by itself and a reload. Each belongs
 * to a form and to the user who types (`traces.ts`). Card data and passwords are never stored.
 */
import { IDLE_GRACE_SECONDS, IDLE_SECONDS } from '@kinfold/domain/constants';
import * as z from 'zod/mini';
import { session } from './session.ts';
import { draftKeyOf } from './traces.ts';

/** Where the time of a draft is stored among its values, in ms. */
export const AT = 'draft at';
const Values = z.record(z.string(), z.unknown());

/** The storage key of a form's draft: that of the signed-in user, or of who has not signed in. */
export const draftKey = (form: string): string => draftKeyOf(form, session.current()?.email ?? '');

/** What is stored under a key, parsed by a schema; undefined where it does not fit. */
export function readStored<T>(key: string, schema: z.core.$ZodType<T>): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Before sign-in a draft lasts as long as a session at which nobody does anything. */
const PUBLIC_MS = (IDLE_SECONDS + IDLE_GRACE_SECONDS) * 1000;

/** What is stored of a form, with its time; undefined where there is no draft. */
export function storedDraft(form: string): Record<string, unknown> | undefined {
  const stored = readStored(draftKey(form), Values);
  const isOver = !session.current() && stored && Date.now() - (Number(stored[AT]) || 0) > PUBLIC_MS;
  if (!isOver) return stored;
  forgetDraft(form);
  return undefined;
}

/** The stored values over the form's initial ones; what is of another type than these is left out. */
export function readDraft<T extends object>(form: string, initial: T): T {
  const known = Object.entries(storedDraft(form) ?? {}).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name as keyof T],
  );
  return { ...initial, ...Object.fromEntries(known) };
}

/** Whether there is a draft: a form behind a button then opens again after a reload. */
export function hasDraft(form: string): boolean {
  return storedDraft(form) !== undefined;
}

/** Stores the values of a form. */
export function writeDraft(form: string, values: object): void {
  sessionStorage.setItem(draftKey(form), JSON.stringify({ ...values, [AT]: String(Date.now()) }));
}

/** Deletes a draft after the form was sent or cancelled. */
export function forgetDraft(form: string): void {
  sessionStorage.removeItem(draftKey(form));
}
