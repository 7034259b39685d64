import type * as z from 'zod/mini';
import { forgetDraft, parseJson, readDraft } from './form-draft.ts';

/**
 * The stored values of a form with fields that hold JSON, over the initial ones. `json` has their schemas; a draft in which
 * one does not fit is deleted.
 */
export function readJsonDraft<T extends Record<string, string>>(
  form: string,
  first: T,
  json: Partial<Record<keyof T & string, z.core.$ZodType>>,
): T {
  const draft = readDraft(form, first);
  const fits = ([name, schema]: [string, z.core.$ZodType | undefined]) =>
    !schema || draft[name] === first[name] || parseJson(schema, draft[name] ?? '') !== undefined;
  if (Object.entries(json).every(fits)) return draft;
  forgetDraft(form);
  return first;
}
