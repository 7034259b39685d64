import type { RequestHandler } from 'express';
import * as z from 'zod/v4/core';
import { AppError, invalid } from './problem.ts';

/** No request of ours has more levels; what walks a body (JSON.stringify, our own checks) can do so safely. */
const MAX_DEPTH = 32;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Refuses a body of more than 32 levels with 400. */
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
