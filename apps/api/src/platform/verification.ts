/** Shared parts of verifiers: batches over all records, and repeated checks before a difference counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { batchesOf } from './in-batches.ts';

/** What decides about derived data besides the records: the time, and the time zone of the deployment. */
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

/** A check of the records of one kind, which are identified by keys. */
export type Check = {
  /** The name of its records next to their number; without it, the number is not shown. */
  counted?: string;
  keys: () => AsyncIterable<{ _id: string }>;
  /** The problems of the records with some keys. */
  problemsOf: (keys: readonly string[], checks: Checks) => Promise<Problems>;
  /** Rewrites the records with some keys; without it, problems stay. */
  repair?: (keys: readonly string[], checks: Checks) => Promise<void>;
  /** For findings that time does not resolve. */
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

/** The numbers of checked records by name, and the problems, a sentence each. */
export type Outcome = { checked: Record<string, number>; problems: string[] };

/** Runs several checks, one after another. Returns the numbers of records of those with a name. */
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
