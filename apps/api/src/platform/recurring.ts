/** Work that recurs: done by one process at a time, whichever is free. */
import { underLease, wasLeased } from './leases.ts';
import type { Logger } from './logger.ts';

/** A task; `run` may be interrupted anywhere and repeated. */
export type RecurringTask = { name: string; everyMs: number; run: () => Promise<unknown> };

/** So soon another process goes on where one died, in ms. */
const LEASE_MS = 15_000;
const PREFIX = 'task:';
const SEEN_WITHIN_MS = 60_000;

/** Whether some process has done a task within the last minute. */
export const isWorking = () => wasLeased(PREFIX, SEEN_WITHIN_MS);

/** Does each task at once and then again and again; gives what ends it, which waits for what is under way. */
export function startRecurring(tasks: readonly RecurringTask[], logger: Logger): () => Promise<void> {
  const stops = tasks.map(({ name, everyMs, run }) =>
    repeat(everyMs, () =>
      underLease(`${PREFIX}${name}`, LEASE_MS, logger, run).catch((error: unknown) =>
        logger.warn({ err: error, task: name }, 'background work failed'),
      ),
    ),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Repeats what never rejects, never twice at a time. */
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
