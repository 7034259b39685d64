/**
 * A request that is sent again with the same `Idempotency-Key` gets the first answer and changes nothing twice
 * (draft-ietf-httpapi-idempotency-key-header). Payments have a protocol of their own (payments.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { insertOnce } from '../platform/database.ts';
import { date, mixed, orNull, text } from '../platform/fields.ts';
import { sha256 } from '../platform/hash.ts';
import { collectionOf, defineModel } from '../platform/model.ts';
import { AppError, conflict, invalid } from '../platform/problem.ts';

/** The stored answer: a status and the JSON text of its body, or an expected failure. */
type Answer =
  | { status: number; body: string | null }
  | { failure: Pick<AppError, 'status' | 'code' | 'detail' | 'extra' | 'headers'> };

/** `_id` is a hash of the user, the target and the key; a row without an answer is in progress until `leaseDt`. */
const IdempotentAnswerModel = defineModel('idempotent_answers', {
  _id: text(),
  requestHash: text(),
  leaseDt: date(),
  answer: orNull(mixed<Answer>()),
  expireDt: date(),
});

const answers = () => collectionOf(IdempotentAnswerModel);

const KEPT_MS = 24 * 3_600_000;
/** Longer than any request may take (deps.ts). */
const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const PATIENCE_MS = 10_000;
/** Answers without a change: a repetition, perhaps with a corrected request, is answered again. */
const NOT_KEPT = new Set([401, 403, 422, 429]);
/** Somebody pays at this moment: a repetition may succeed. */
const isKept = ({ status, code }: AppError) =>
  status < 500 && !NOT_KEPT.has(status) && code !== 'payment_in_progress';

/** What identifies a repeated request: its sender, its method and path, its key and its body. */
export type RepeatableRequest = { userId: string; target: string; key: string; body: unknown };

/** Refuses a key that is not 1 to 255 plain characters. Throws 422. */
export function refuseBadKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'Idempotency-Key is 1 to 255 plain characters' }]);
}

/**
 * Returns the answer to a request: that of `work`, or of the first request with this key. Of several at once, one works
 * and the others wait. Throws 422 for a key that came with another request, 409 while the first is not answered yet. When
 * a process dies before storing its answer, the repetition runs `work` again: changes tolerate that, by keys.
 */
export async function answerOnce(
  request: RepeatableRequest,
  now: () => Date,
  work: () => Promise<{ status: number; body?: unknown }>,
): Promise<{ status: number; body?: unknown }> {
  const { userId, target, key, body } = request;
  const _id = sha256(`${userId} ${target} ${key}`);
  const requestHash = sha256(JSON.stringify(body ?? null));
  const kept = await beginOrWait(_id, requestHash, now);
  if (kept) return replay(kept);
  try {
    const { status, body: answered } = await work();
    const text = answered === undefined ? null : JSON.stringify(answered);
    await answers().updateOne({ _id }, { $set: { answer: { status, body: text } } });
    return { status, body: answered };
  } catch (error) {
    if (error instanceof AppError && isKept(error)) {
      const { status, code, detail, extra, headers } = error;
      const failure = { status, code, detail, extra: JSON.parse(JSON.stringify(extra)), headers };
      await answers().updateOne({ _id }, { $set: { answer: { failure } } });
    } else await answers().deleteOne({ _id });
    throw error;
  }
}

/** Returns the answer of the first request; undefined when this is the first, or the first died and this one takes over. */
async function beginOrWait(_id: string, requestHash: string, now: () => Date): Promise<Answer | undefined> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const date = now();
    const inMs = (ms: number) => new Date(date.getTime() + ms);
    const leaseDt = inMs(LEASE_MS);
    const begun = { _id, requestHash, leaseDt, answer: null, expireDt: inMs(KEPT_MS) };
    // Tried again in each round: the first may fail in a way that is not stored.
    if (await insertOnce(answers(), begun)) return undefined;
    const first = await answers().findOne({ _id });
    if (first && first.requestHash !== requestHash)
      throw invalid([
        { path: 'Idempotency-Key', message: 'This Idempotency-Key was sent with another request' },
      ]);
    if (first?.answer) return first.answer;
    if (first && first.leaseDt <= date) {
      const taken = await answers().updateOne({ _id, leaseDt: first.leaseDt }, { $set: { leaseDt } });
      if (taken.modifiedCount) return undefined;
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw conflict('in_progress', 'The same request is in progress. Please try again in a moment.');
}

function replay(answer: Answer): { status: number; body?: unknown } {
  if ('failure' in answer) {
    const { status, code, detail, extra, headers } = answer.failure;
    throw new AppError(status, code, detail, extra, headers);
  }
  return {
    status: answer.status,
    ...(answer.body !== null && { body: JSON.parse(answer.body) as unknown }),
  };
}
