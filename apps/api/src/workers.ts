/** Background work of a process. Any number of processes may run it: records and leases decide who does what. */
import { sweepSetups } from './modules/cards/card-setup.service.ts';
import { recountChangedRuns } from './modules/donations/donation.service.ts';
import { deliverMails } from './modules/outbox/outbox.service.ts';
import { sweep } from './modules/payments/sweep.service.ts';
import type { Deps } from './platform/endpoint.ts';

const SWEEP_EVERY_MS = 15_000;
const MAIL_EVERY_MS = 2_000;
const COUNT_EVERY_MS = 2_000;

/** Runs a task at once and then again and again, never twice at a time. */
function repeat(name: string, everyMs: number, task: () => Promise<unknown>, deps: Deps) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = () => {
    running = task()
      .catch((error: unknown) => deps.logger.warn({ err: error, task: name }, 'background work failed'))
      .then(() => {
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

/** Starts the sweeps of payments and cards, the delivery of mails and the counting; `stop` waits for what is under way. */
export function startWorkers(deps: Deps): { stop(): Promise<void> } {
  const stops = [
    repeat('sweep', SWEEP_EVERY_MS, () => sweep(deps), deps),
    repeat('card setups', SWEEP_EVERY_MS, () => sweepSetups(deps), deps),
    repeat('mails', MAIL_EVERY_MS, () => deliverMails(deps), deps),
    repeat('run totals', COUNT_EVERY_MS, recountChangedRuns, deps),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
