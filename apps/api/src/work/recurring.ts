/** Recurring tasks: each runs in one process at a time, whichever gets the lease. */
import { withLease, wasLeased } from './leases.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * A recurring task, every some ms or once a day at an hour (UTC); `run` must be idempotent, because it may be interrupted
 * and run again.
 */
export type RecurringTask = { name: string; run: () => Promise<unknown> } & (
  | { everyMs: number }
  | { dailyAtHour: number }
);

/** After this time another process takes over the task of a dead one, in ms. */
const LEASE_MS = 15_000;
const PREFIX = 'task:';
const SEEN_WITHIN_MS = 60_000;

/** Returns whether a worker has run a task within the last minute. */
export const isWorking = () => wasLeased(PREFIX, SEEN_WITHIN_MS);

const HOUR_MS = 3_600_000;

/** The ms until the next full hour of a day (UTC). */
export function msUntilHour(hour: number, now: Date): number {
  const next = new Date(now);
  next.setUTCHours(hour, 0, 0, 0);
  const ms = next.getTime() - now.getTime();
  return ms > 0 ? ms : ms + 24 * HOUR_MS;
}

/**
 * Runs each task now, and again `everyMs` after its end; one of an hour at that hour only. The returned function stops
 * that and waits for running tasks.
 */
export function startRecurring(tasks: readonly RecurringTask[], logger: Logger): () => Promise<void> {
  const stops = tasks.map((task) => {
    const { name, run } = task;
    const work = () =>
      withLease(`${PREFIX}${name}`, LEASE_MS, logger, run).catch((error: unknown) =>
        logger.warn({ err: error, task: name }, 'background work failed'),
      );
    return 'everyMs' in task
      ? repeat(work, () => task.everyMs, 0)
      : repeat(work, () => msUntilHour(task.dailyAtHour, new Date()));
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Repeats `work`, which must not reject, without overlap: first after `firstMs`, then `pauseMs()` after each end. The
 * returned function stops it and waits.
 */
function repeat(
  work: () => Promise<unknown>,
  pauseMs: () => number,
  firstMs = pauseMs(),
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = () => {
    running = work().then(() => {
      if (!isStopped) timer = setTimeout(run, pauseMs());
    });
  };
  if (firstMs > 0) timer = setTimeout(run, firstMs);
  else run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
