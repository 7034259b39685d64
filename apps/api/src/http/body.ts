/** How the body of a request is taken: how large it may be, and how often an address may send one without signing in. */
import express, { type RequestHandler } from 'express';
import { addressKey, countTry, type Limit } from '../platform/rate-limit.ts';
import { AppError } from '../platform/problem.ts';

/** Of what nobody signed in for; no form there has more than a few hundred characters. */
const PUBLIC_MAX = '16kb';
const MAX = '1mb';
/** More than a congregation behind one address sends: five a second. What a form is limited to beside it is its own. */
const PUBLIC_POSTS: Limit = { name: 'public-posts', max: 3_000, windowSeconds: 600 };

/** Deeper and larger than any valid request; keeps recursion over a body (JSON.stringify, card-number.ts) within the stack. */
const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;

/** Whether a value is nested too deep, or holds more values than `left` allows. */
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

/** Refuses a body of more than 32 levels with 400, and one of more than 20,000 values with 413. */
const refuseLargeBody: RequestHandler = (request, _response, next) => {
  const found = isTooMuch(request.body, MAX_DEPTH, { values: MAX_VALUES });
  if (found === 'deep') throw new AppError(400, 'too_deep', `The request has more than ${MAX_DEPTH} levels.`);
  if (found === 'many')
    throw new AppError(413, 'too_many_values', `The request has more than ${MAX_VALUES} values.`);
  next();
};

/**
 * The handlers that take the body of a route. Of a public one the try is counted by address before anything is read. An
 * upload reads its file itself, and measures it while it comes.
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
    // Whatever else is sent is measured too, and then not understood.
    ...(isUpload ? [] : [express.raw({ type: () => true, limit })]),
    refuseLargeBody,
  ];
}
