/** Metrics of a process: who may read them, and those that come from the database. */
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Deps } from '../platform/deps.ts';
import { bearerToken } from '../platform/auth.ts';
import { sha256 } from '../platform/hash.ts';
import { jobFigures } from '../work/jobs.ts';
import { METRICS_TYPE, measureProcess, metricsText } from '../platform/metrics.ts';
import { notFound, unauthorized } from '../platform/problem.ts';
import { mailFigures } from '../work/outbox.ts';

/** Throws 404 where metrics are not configured (METRICS_TOKEN), and 401 without the token. */
export function requireMetricsToken({ config }: Deps, authorization: string | undefined): void {
  const token = config.METRICS_TOKEN;
  if (!token) throw notFound('There is nothing at this address.');
  const [given, wanted] = [bearerToken(authorization) ?? '', token].map((one) => Buffer.from(sha256(one)));
  if (!given || !wanted || !timingSafeEqual(given, wanted)) throw unauthorized('This needs METRICS_TOKEN.');
}

/** Returns the metrics of this process and of the queues in the database, in the format of Prometheus. */
export async function readMetrics(now: Date): Promise<{ type: string; text: string }> {
  const [jobs, mails] = await Promise.all([jobFigures(), mailFigures(now)]);
  return {
    type: METRICS_TYPE,
    text: await metricsText({
      jobs: { waiting: jobs.waiting, running: jobs.running, paused: jobs.paused },
      jobsAge: jobs.ageSeconds,
      mails: mails.waiting,
      mailsAge: mails.ageSeconds,
    }),
  };
}

/**
 * Serves a worker's metrics at `/metrics` on its own port, where WORKER_METRICS_PORT and METRICS_TOKEN are set. Returns a
 * function that stops the server.
 */
export async function startMetricsServer(deps: Deps): Promise<() => void> {
  const { METRICS_TOKEN, WORKER_METRICS_PORT, HOST } = deps.config;
  if (!METRICS_TOKEN || WORKER_METRICS_PORT === undefined) return () => undefined;
  measureProcess();
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url !== '/metrics') return response.writeHead(404).end();
      try {
        requireMetricsToken(deps, request.headers.authorization);
      } catch {
        return response.writeHead(401).end();
      }
      const { type, text } = await readMetrics(deps.now());
      return response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    };
    answer().catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the metrics could not be read');
      response.writeHead(503).end();
    });
  });
  server.listen(WORKER_METRICS_PORT, HOST);
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
