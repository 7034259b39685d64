/** Reads request bodies: the maximum size, and how often an address may post without signing in. */
import express, { type RequestHandler } from 'express';
import { addressKey, countTry, type Limit } from '../platform/rate-limit.ts';
import { AppError } from '../platform/problem.ts';

/** Maximum for routes without sign-in; no form there has more than a few hundred characters. */
const PUBLIC_MAX = '16kb';
const MAX = '1mb';
/** Five a second, more than a congregation behind one address sends. Forms have limits of their own besides. */
const PUBLIC_POSTS: Limit = { name: 'public-posts', max: 3_000, windowSeconds: 600 };

/** More than any valid request needs; keeps recursion over a body (JSON.stringify, card-number.ts) within the stack. */
const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;

/** Returns whether a value is nested too deep, or holds more values than `left` allows. */
function isTooMuch(value: unknown, levels: number, left: { values: number }): 'deep' | 'many' | undefined {
  left.values -= 1;
  if (left.values < 0) return 'many';
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  if (levels === 0) return 'deep';
  for (const inner of Object.values(value)) {
    const found = isTooMuch(inner, levels - 1, left);
    if (found) return found;
  }
  return undefined;
}

/** Refuses a body nested deeper than 32 levels with 400, and one of more than 20,000 values with 413. */
const refuseLargeBody: RequestHandler = (request, _response, next) => {
  const found = isTooMuch(request.body, MAX_DEPTH, { values: MAX_VALUES });
  if (found === 'deep') throw new AppError(400, 'too_deep', `The request has more than ${MAX_DEPTH} levels.`);
  if (found === 'many')
    throw new AppError(413, 'too_many_values', `The request has more than ${MAX_VALUES} values.`);
  next();
};

/**
 * The handlers that read the body of a route. Public routes count the attempt by address before anything is read. Uploads
 * read their file themselves, and measure it as it arrives.
 */
export function bodyHandlers(
  { isPublic, isUpload, max }: { isPublic: boolean; isUpload: boolean; max: number | undefined },
  now: () => Date,
): RequestHandler[] {
  const limit = max ?? (isPublic ? PUBLIC_MAX : MAX);
  const count: RequestHandler = async (request, _response, next) => {
    await countTry(PUBLIC_POSTS, addressKey(request.ip), now());
    next();
  };
  return [
    ...(isPublic ? [count] : []),
    express.json({ limit, strict: false }),
    express.urlencoded({ extended: false, limit }),
    // Other content types are measured too, then ignored.
    ...(isUpload ? [] : [express.raw({ type: () => true, limit })]),
    refuseLargeBody,
  ];
}
