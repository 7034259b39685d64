import * as z from 'zod/mini';

/** Returns whether an issue concerns the text typed so far, and not its type or an unknown choice. */
function isOfText(issue: z.core.$ZodIssue, value: unknown): boolean {
  const typed = issue.path.reduce<unknown>((at, key) => Object(at)[key], value);
  if (issue.code === 'invalid_union')
    return issue.errors.some((issues) => issues.every((each) => isOfText(each, typed)));
  if (issue.code === 'invalid_value') return !typed;
  return issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';
}

/** Returns whether a value has the shape of a schema, even if its typed texts are not valid yet. */
export function fitsSchema(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).error?.issues.every((issue) => isOfText(issue, value)) ?? true;
}
