/** What verifiers share: how they go through all there is, and when something that differs is a difference. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Checks = {
  /** Whether what is wrong is also written anew. */
  doesRepair: boolean;
  now: Date;
  /** How many records are held in memory at a time. */
  batchSize: number;
  /** How often what differs is looked at again, with a pause before each: others are writing meanwhile. */
  looksAgain: number;
  pause(): Promise<unknown>;
};

/** Checks as commands make them: what differs is looked at three times more, each two seconds later. */
export function thoroughChecks(options: Pick<Checks, 'doesRepair' | 'now'> & Partial<Checks>): Checks {
  return { batchSize: 1_000, looksAgain: 3, pause: () => sleep(2_000), ...options };
}

const MAX_PROBLEMS = 10_000;

/** What is wrong with some records, by their ids: a sentence each. */
export type Problems = Map<string, string>;

/**
 * Checks records in batches, adding to `problems` what is wrong and still is a moment later; gives how many records
 * there were. `repair` is called for what is wrong, when that is wanted.
 */
export async function checkAll(
  records: AsyncIterable<{ _id: string }>,
  problemsOf: (ids: readonly string[]) => Promise<Problems>,
  checks: Checks,
  problems: string[],
  repair?: (ids: string[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const ids of batchesOf(records, checks.batchSize)) {
    count += ids.length;
    let wrong = await problemsOf(ids);
    for (let looks = 0; wrong.size > 0 && looks < checks.looksAgain; looks += 1) {
      await checks.pause();
      wrong = await problemsOf([...wrong.keys()]);
    }
    // Whatever is wrong everywhere is not kept in memory a million times.
    problems.push(...[...wrong.values()].slice(0, Math.max(0, MAX_PROBLEMS - problems.length)));
    if (checks.doesRepair && wrong.size > 0) await repair?.([...wrong.keys()]);
  }
  return count;
}

async function* batchesOf(records: AsyncIterable<{ _id: string }>, size: number): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { _id } of records) {
    batch.push(_id);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
