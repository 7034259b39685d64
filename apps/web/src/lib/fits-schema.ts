import * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Whether an issue is about what is typed, and not about the type of it: a union may be typed as one of its options. */
const isOfText = (issue: Issue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.some((issues) => issues.every(isOfText))
    : issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';

/** Whether a value has the shape that a schema takes, though what is typed in it may not be right yet. */
export function fitsSchema(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).error?.issues.every(isOfText) ?? true;
}
