/** What verifiers share: batches over all records, and repeated checks before a difference counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { batchesOf } from './in-batches.ts';

export type Checks = {
  /** Whether wrong records are also repaired. */
  doesRepair: boolean;
  now: Date;
  /** Of the deployment: what day it is decides about covers. */
  timeZone: string;
  /** How many records are held in memory at a time. */
  batchSize: number;
  /** How often a difference is checked again, after a pause: on a live system a write may be under way. */
  looksAgain: number;
  pause(): Promise<unknown>;
};

/** The checks of the commands: a difference is checked three more times, two seconds apart. */
export function thoroughChecks(options: Pick<Checks, 'doesRepair' | 'now'> & Partial<Checks>): Checks {
  return { timeZone: 'UTC', batchSize: 1_000, looksAgain: 3, pause: () => sleep(2_000), ...options };
}

const MAX_PROBLEMS = 10_000;

/** Problems by record id, a sentence each. */
export type Problems = Map<string, string>;

/**
 * Checks records in batches and adds the problems that remain after the repeated checks to `problems`; gives the number
 * of records. With `doesRepair`, `repair` is called with the ids of the wrong ones.
 */
export async function checkAll(
  records: AsyncIterable<{ _id: string }>,
  problemsOf: (ids: readonly string[]) => Promise<Problems>,
  checks: Checks,
  problems: string[],
  repair?: (ids: string[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(records, checks.batchSize)) {
    const ids = batch.map(({ _id }) => _id);
    count += ids.length;
    let wrong = await problemsOf(ids);
    for (let looks = 0; wrong.size > 0 && looks < checks.looksAgain; looks += 1) {
      await checks.pause();
      wrong = await problemsOf([...wrong.keys()]);
    }
    // Bounds the memory when every record is wrong.
    problems.push(...[...wrong.values()].slice(0, Math.max(0, MAX_PROBLEMS - problems.length)));
    if (checks.doesRepair && wrong.size > 0) await repair?.([...wrong.keys()]);
  }
  return count;
}
