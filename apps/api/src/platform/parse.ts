import type { RequestHandler } from 'express';
import * as z from 'zod/v4/core';
import { AppError, invalid } from './problem.ts';

/** More than any valid request has; keeps recursion over a body (JSON.stringify, card-number.ts) within the stack. */
const MAX_DEPTH = 32;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Refuses a body that is nested deeper than 32 levels with 400. */
export const refuseDeepBody: RequestHandler = (request, _response, next) => {
  if (isDeeper(request.body, MAX_DEPTH))
    throw new AppError(400, 'too_deep', `The request has more than ${MAX_DEPTH} levels.`);
  next();
};

/** Parses a request part. Throws 422 naming each wrong field; unknown fields are dropped. */
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
