/** Waiting for jobs. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A job as returned by the API. */
export type SeenJob = {
  status: string;
  startedDt: string | null;
  endedDt: string | null;
  report: Record<string, number> | null;
};

const POLL_MS = 200;

/** Requests a job until it is done; returns its report and how long the work took, in ms. Throws if it has failed. */
export async function jobEnded(ask: () => Promise<string>) {
  for (;;) {
    const job = JSON.parse(await ask()) as SeenJob;
    if (job.status === 'failed') throw new Error('a job failed');
    if (job.status === 'done')
      return {
        report: job.report ?? {},
        tookMs: Date.parse(job.endedDt ?? '') - Date.parse(job.startedDt ?? ''),
      };
    await sleep(POLL_MS);
  }
}
