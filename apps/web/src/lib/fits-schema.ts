import * as z from 'zod/mini';

/** Whether an issue is about what is typed so far, and not about its type or about a choice that there is not. */
function isOfText(issue: z.core.$ZodIssue, value: unknown): boolean {
  const typed = issue.path.reduce<unknown>((at, key) => Object(at)[key], value);
  if (issue.code === 'invalid_union')
    return issue.errors.some((issues) => issues.every((each) => isOfText(each, typed)));
  if (issue.code === 'invalid_value') return !typed;
  return issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';
}

/** Whether a value has the shape that a schema takes, though what is typed in it may not be right yet. */
export function fitsSchema(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).error?.issues.every((issue) => isOfText(issue, value)) ?? true;
}
