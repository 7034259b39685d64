/** Makes writes fail on purpose, with the effect of a process that dies there. */
import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { collection } from '../src/platform/database.ts';
import { definitions } from '../src/platform/model.ts';

const WRITES = [
  ...(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'bulkWrite'] as const),
  ...(['deleteOne', 'deleteMany', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'] as const),
];

/**
 * Runs `work` and makes a write fail, and all that follow it. Returns the result of `work`, and whether it reached that
 * write.
 */
export async function interruptedAfter<T>(
  writes: number,
  work: () => Promise<T>,
): Promise<{ result: T; isInterrupted: boolean }> {
  const { prototype } = mongoose.mongo.Collection;
  let left = writes;
  const originals = WRITES.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
  for (const [name, original] of originals)
    Object.defineProperty(prototype, name, {
      ...original,
      value(this: unknown, ...args: unknown[]) {
        // A write that is made of another one counts twice, which does no harm.
        if (left-- <= 0) return Promise.reject(new Error('the process died here'));
        return Reflect.apply(original?.value as () => unknown, this, args);
      },
    });
  try {
    return { result: await work(), isInterrupted: left < 0 };
  } finally {
    for (const [name, original] of originals) if (original) Object.defineProperty(prototype, name, original);
  }
}

/** Runs another action just before the first write in a transaction of some work, once; returns the results of both. */
export async function beforeItsWrites<T, U>(
  other: () => PromiseLike<T>,
  work: () => PromiseLike<U>,
): Promise<[T, U]> {
  const { prototype } = mongoose.mongo.Collection;
  let done: Promise<T> | undefined;
  const originals = WRITES.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
  for (const [name, original] of originals)
    Object.defineProperty(prototype, name, {
      ...original,
      async value(this: unknown, ...args: unknown[]) {
        const options = args.at(-1) as { session?: mongoose.mongo.ClientSession } | undefined;
        if (!done && options?.session?.inTransaction()) await (done = Promise.resolve(other()));
        return Reflect.apply(original?.value as () => unknown, this, args);
      },
    });
  try {
    const result = await work();
    if (!done) throw new Error('nothing was written in a transaction');
    return [await done, result];
  } finally {
    for (const [name, original] of originals) if (original) Object.defineProperty(prototype, name, original);
  }
}

/** Collections in which writes of staff are not undone: gaps in numbers, requests, limits, leases and sessions. */
const BESIDE = /^(counters|idempotency|leases|rate_limits|security_events|user_tokens|devices)/;

/** A hash of all that is stored, except for what is kept besides the data. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [...definitions.keys()].filter((each) => !BESIDE.test(each)).toSorted())
    for await (const document of collection(name).find().sort({ _id: 1 }))
      hash.update(mongoose.mongo.BSON.EJSON.stringify(document, { relaxed: false }));
  return hash.digest('hex');
}
