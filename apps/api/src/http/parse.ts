import * as z from 'zod/v4/core';
import { invalid } from '../platform/problem.ts';

/** Parses a part of a request. Throws 422 naming each wrong field; unknown fields are dropped. */
export function parse<S extends z.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      message: issue.message,
    })),
  );
}
