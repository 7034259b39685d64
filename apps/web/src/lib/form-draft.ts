/**
 * Form drafts in sessionStorage: typed values survive an error, an expired session and a reload. Each belongs to a form
 * and a user (`traces.ts`). Card data and passwords are never stored.
 */
import { IDLE_GRACE_SECONDS, IDLE_SECONDS } from '@kinfold/domain/constants';
import { recordOf } from '@kinfold/domain/record-of';
import * as z from 'zod/mini';
import { session } from './session.ts';
import { draftKeyOf } from './traces.ts';

/** The key of the draft's time among its values, in ms. */
export const AT = 'draft at';
const Values = recordOf(z.unknown());

/** The storage key of a form's draft for the signed-in user, or without a sign-in. */
export const draftKey = (form: string): string => draftKeyOf(form, session.current()?.email ?? '');

/** Returns the value stored under a key, parsed by a schema; undefined if it is missing or does not match. */
export function readStored<T>(key: string, schema: z.core.$ZodType<T>): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Before sign-in a draft lasts as long as an idle session. */
const PUBLIC_MS = (IDLE_SECONDS + IDLE_GRACE_SECONDS) * 1000;

/** Returns the stored values of a form, with their time; undefined without a draft. */
export function storedDraft(form: string): Record<string, unknown> | undefined {
  const stored = readStored(draftKey(form), Values);
  const isOver = !session.current() && stored && Date.now() - (Number(stored[AT]) || 0) > PUBLIC_MS;
  if (!isOver) return stored;
  forgetDraft(form);
  return undefined;
}

/** Returns the form's initial values, replaced by stored ones; stored values of another type are ignored. */
export function readDraft<T extends object>(form: string, initial: T): T {
  const known = Object.entries(storedDraft(form) ?? {}).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name as keyof T],
  );
  return { ...initial, ...Object.fromEntries(known) };
}

/** Returns whether there is a draft: a form behind a button then opens again after a reload. */
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
