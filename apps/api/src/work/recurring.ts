/** Recurring tasks: each runs in one process at a time, whichever gets the lease. */
import { withLease, wasLeased } from './leases.ts';
import type { Logger } from '../platform/logger.ts';

/** A recurring task; `run` must be idempotent, because it may be interrupted and run again. */
export type RecurringTask = { name: string; everyMs: number; run: () => Promise<unknown> };

/** After this time another process takes over the task of a dead one, in ms. */
const LEASE_MS = 15_000;
const PREFIX = 'task:';
const SEEN_WITHIN_MS = 60_000;

/** Returns whether a worker has run a task within the last minute. */
export const isWorking = () => wasLeased(PREFIX, SEEN_WITHIN_MS);

/**
 * Runs each task now, and again `everyMs` after its end. The returned function stops that and waits for running tasks.
 */
export function startRecurring(tasks: readonly RecurringTask[], logger: Logger): () => Promise<void> {
  const stops = tasks.map(({ name, everyMs, run }) =>
    repeat(everyMs, () =>
      withLease(`${PREFIX}${name}`, LEASE_MS, logger, run).catch((error: unknown) =>
        logger.warn({ err: error, task: name }, 'background work failed'),
      ),
    ),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Repeats `work`, which must not reject, without overlap. The returned function stops it and waits. */
function repeat(everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = () => {
    running = work().then(() => {
      if (!isStopped) timer = setTimeout(run, everyMs);
    });
  };
  run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
