/** Metrics of a process for Prometheus (docs/operations.md, "Figures"). Those from the database are read on request. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process. */
const metrics = new Registry();

const PREFIX = 'kinfold_';
const named = (name: string, help: string) => ({ name: `${PREFIX}${name}`, help, registers: [metrics] });

/** Starts measuring this process: processor time, memory, garbage collection, and the delay of the event loop. */
export function measureProcess(): void {
  if (!metrics.getSingleMetric(`${PREFIX}process_cpu_seconds_total`))
    collectDefaultMetrics({ register: metrics, prefix: PREFIX });
}

/** Answers by route and status; in seconds. */
export const requestSeconds = new Histogram({
  ...named('http_request_seconds', 'How long answers took, by route pattern and status, in seconds'),
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 40],
});

/** Payments that came to an end in this process. */
export const paymentsEnded = new Counter({
  ...named('payments_total', 'Payments that this process brought to an end, by outcome'),
  labelNames: ['outcome'] as const,
});

/** Metrics that are read from the database; each worker and API reports the same. */
const gauges = {
  jobs: new Gauge({
    ...named('jobs', 'Open jobs, by what they do now: waiting, running or paused until later'),
    labelNames: ['state'] as const,
  }),
  jobsAge: new Gauge(named('jobs_oldest_seconds', 'For how long the job waits that has waited longest')),
  mails: new Gauge(named('mails_waiting', 'Mails that wait to be sent')),
  mailsAge: new Gauge(named('mails_oldest_seconds', 'For how long the mail waits that is due longest')),
};

/** What waits in the database. Ages are in seconds, 0 where nothing waits. */
export type Waiting = {
  jobs: Readonly<Record<'waiting' | 'running' | 'paused', number>>;
  jobsAge: number;
  mails: number;
  mailsAge: number;
};

/** The metrics in the format of Prometheus, with what waits now. */
export async function metricsText(waiting: Waiting): Promise<string> {
  for (const [state, count] of Object.entries(waiting.jobs)) gauges.jobs.set({ state }, count);
  gauges.jobsAge.set(waiting.jobsAge);
  gauges.mails.set(waiting.mails);
  gauges.mailsAge.set(waiting.mailsAge);
  return metrics.metrics();
}

/** The content type of `metricsText`. */
export const METRICS_TYPE = metrics.contentType;
