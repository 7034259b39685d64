import * as z from 'zod/mini';
import { Problem } from './problem.ts';

/** The content of a 409 `changed_meanwhile`: the current document, and who changed it last. */
export type ChangedMeanwhile<T> = { current: T; by: string | undefined; at: Date | undefined };

/** Parses the content of a 409 `changed_meanwhile`, its document by `schema`; undefined for any other error. */
export function changedMeanwhileOf<S extends z.ZodMiniType>(
  schema: S,
  error: unknown,
): ChangedMeanwhile<z.output<S>> | undefined {
  if (!(error instanceof Problem) || error.code !== 'changed_meanwhile') return undefined;
  const current = z.safeParse(schema, error.current);
  if (!current.success) return undefined;
  const { by, at } = error.changed ?? {};
  return { current: current.data, by, at: at === undefined ? undefined : new Date(at) };
}
