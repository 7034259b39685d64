/** Walks over ids, which the steps of a job go on with (job-worker.ts). */
import { inParallel } from '../platform/in-parallel.ts';

/** A walk over ids in their order, so many together: going on takes a database less than beginning anew in each step. */
export type IdWalk = AsyncGenerator<string[]>;

/**
 * Runs a task for each of the next batches of a walk, which stays open: at most `count`, some at a time. Gives the last id
 * that they had, undefined where there was none, and whether the walk has come to its end. Rejects with the first error.
 */
export async function workOnNext(
  walk: IdWalk,
  { count, concurrency }: { count: number; concurrency: number },
  task: (ids: string[]) => Promise<void>,
): Promise<{ lastId: string | undefined; isEnded: boolean }> {
  let lastId: string | undefined;
  let isEnded = false;
  const next = async function* () {
    for (let taken = 0; taken < count; taken += 1) {
      const { value, done } = await walk.next();
      if (done) {
        isEnded = true;
        return;
      }
      lastId = value.at(-1);
      yield value;
    }
  };
  await inParallel(next(), concurrency, task);
  return { lastId, isEnded };
}
