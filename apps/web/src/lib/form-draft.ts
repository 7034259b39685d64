/**
 * Form drafts in sessionStorage: typed values survive an error, a session that ended by itself and a reload. Each belongs
 * to a form and to the user who types (`traces.ts`). Card data and passwords are never stored.
 */
import { IDLE_GRACE_SECONDS, IDLE_SECONDS } from '@kinfold/domain/constants';
import * as z from 'zod/mini';
import { session } from './session.ts';
import { draftKeyOf } from './traces.ts';

/** Where the time of a draft is stored among its values, in ms. */
const AT = 'draft at';
const Texts = z.record(z.string(), z.string());

type Values = Record<string, string>;

/** The storage key of a form's draft: that of the signed-in user, or of who has not signed in. */
export const draftKey = (form: string): string => draftKeyOf(form, session.current()?.email ?? '');

/** What is stored under a key, parsed by a schema; undefined where it does not fit. */
export function readStored<T>(key: string, schema: z.core.$ZodType<T>): T | undefined {
  return parseJson(schema, sessionStorage.getItem(key) ?? 'null');
}

/** Before sign-in a draft lasts as long as a session at which nobody does anything. */
const PUBLIC_MS = (IDLE_SECONDS + IDLE_GRACE_SECONDS) * 1000;

function read(form: string): Values | undefined {
  const stored = readStored(draftKey(form), Texts);
  const isOver = !session.current() && stored && Date.now() - (Number(stored[AT]) || 0) > PUBLIC_MS;
  if (!isOver) return stored;
  forgetDraft(form);
  return undefined;
}

/** A text that holds JSON, parsed by a schema; undefined where it does not fit. */
function parseJson<T>(schema: z.core.$ZodType<T>, text: string): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The stored values over the form's initial ones. `json` has the schemas of fields that hold JSON; a draft in which one
 * does not fit is deleted.
 */
export function readDraft<T extends Values>(
  form: string,
  first: T,
  json: { readonly [Name in keyof T]?: z.core.$ZodType } = {},
): T {
  const stored = read(form) ?? {};
  const fits = ([name, schema]: [string, z.core.$ZodType | undefined]) =>
    !schema ||
    stored[name] === undefined ||
    stored[name] === first[name] ||
    parseJson(schema, stored[name]) !== undefined;
  if (!Object.entries(json).every(fits)) {
    forgetDraft(form);
    return first;
  }
  const known = Object.entries(stored).filter(([name]) => Object.hasOwn(first, name));
  return { ...first, ...Object.fromEntries(known) };
}

/** When a draft was last changed, if it says something else than the initial values. */
export function draftTime(form: string, first: Values): Date | undefined {
  const stored = read(form);
  const at = Number(stored?.[AT]);
  const isOther = Object.entries(first).some(([name, value]) => (stored?.[name] ?? value) !== value);
  return isOther && at ? new Date(at) : undefined;
}

/** Whether there is a draft: a form behind a button then opens again after a reload. */
export function hasDraft(form: string): boolean {
  return read(form) !== undefined;
}

/** Stores the values of a form. */
export function writeDraft(form: string, values: object): void {
  sessionStorage.setItem(draftKey(form), JSON.stringify({ ...values, [AT]: String(Date.now()) }));
}

/** Deletes a draft after the form was sent or cancelled. */
export function forgetDraft(form: string): void {
  sessionStorage.removeItem(draftKey(form));
}
