/** What verifiers share: batches over all records, and repeated checks before a difference counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { batchesOf } from './in-batches.ts';

/** What decides about derived data beside the records: the time, and the time zone of the deployment. */
export type Site = { now: Date; timeZone: string };

export type Checks = Site & {
  /** Whether wrong records are also repaired. */
  doesRepair: boolean;
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

/** What is checked of records of one kind, which go by keys. */
export type Check = {
  /** What its records are called where their number is told; without it, that is not told. */
  counted?: string;
  keys: () => AsyncIterable<{ _id: string }>;
  /** What is wrong with the records of some keys. */
  problemsOf: (keys: readonly string[], checks: Checks) => Promise<Problems>;
  /** Writes anew the records of some keys; without it, what is wrong stays. */
  repair?: (keys: readonly string[], checks: Checks) => Promise<void>;
  /** Where what is found is no difference that a moment mends. */
  looksAgain?: 0;
};

/**
 * Checks records in batches and adds the problems that remain after the repeated checks to `problems`; returns the number
 * of records. With `doesRepair`, wrong ones are repaired.
 */
export async function runCheck(
  { keys, problemsOf, repair, looksAgain }: Check,
  checks: Checks,
  problems: string[],
): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(keys(), checks.batchSize)) {
    count += batch.length;
    let wrong = await problemsOf(
      batch.map(({ _id }) => _id),
      checks,
    );
    for (let looks = 0; wrong.size > 0 && looks < (looksAgain ?? checks.looksAgain); looks += 1) {
      await checks.pause();
      wrong = await problemsOf([...wrong.keys()], checks);
    }
    // Bounds the memory when every record is wrong.
    problems.push(...[...wrong.values()].slice(0, Math.max(0, MAX_PROBLEMS - problems.length)));
    if (checks.doesRepair && wrong.size > 0) await repair?.([...wrong.keys()], checks);
  }
  return count;
}

/** The numbers of checked records by what they are called, and the problems, a sentence each. */
export type Outcome = { checked: Record<string, number>; problems: string[] };

/** Makes several checks, one after another. Returns how many records each has that says what they are called. */
export async function runChecks(
  all: readonly Check[],
  checks: Checks,
  problems: string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const check of all) {
    const count = await runCheck(check, checks, problems);
    if (check.counted !== undefined) counts[check.counted] = (counts[check.counted] ?? 0) + count;
  }
  return counts;
}
