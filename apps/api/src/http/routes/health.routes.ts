import * as z from 'zod/mini';
import { APP_VERSION } from '@kinfold/domain/constants';
import { ClientConfig } from '@kinfold/domain/problem';
import { isTestPayments } from '../../platform/config.ts';
import { endpoint, Reply, type Context } from '../endpoint.ts';
import { readMetrics, requireMetricsToken } from '../metrics.ts';
import { readiness } from '../../modules/operations/health/health.service.ts';

const Health = z.object({
  status: z.string(),
  environment: z.string(),
  version: z.string(),
  checks: z.record(z.string(), z.string()),
});

function answer(context: Context, checks: Record<string, string>, isWell: boolean) {
  return new Reply(isWell ? 200 : 503, {
    status: isWell ? 'ok' : 'unavailable',
    environment: context.deps.config.NODE_ENV,
    version: APP_VERSION,
    checks,
  });
}

export const getHealth = endpoint({
  admission: 'always',
  summary: 'Whether the process is up',
  reply: Health,
  handle: async (context) => answer(context, {}, true),
});

export const getReady = endpoint({
  admission: 'always',
  summary: 'Whether the database and its migrations are ready, and which payments are configured',
  reply: Health,
  async handle(context) {
    const checks = await readiness(context.deps);
    return answer(
      context,
      checks,
      Object.values(checks).every((check) => !check.startsWith('failed')),
    );
  },
});

export const getClientConfig = endpoint({
  admission: 'last',
  summary: 'What the browser needs to know about this deployment',
  reply: ClientConfig,
  async handle({ deps: { config } }) {
    return {
      environment: config.NODE_ENV,
      version: APP_VERSION,
      currency: config.CURRENCY,
      timeZone: config.TIME_ZONE,
      stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY,
      stripeScriptUrl: config.STRIPE_SCRIPT_URL,
      testPayments: isTestPayments(config),
      externalRefUrl: config.EXTERNAL_REF_URL,
    };
  },
});

export const getMetrics = endpoint({
  admission: 'always',
  summary: 'Metrics of this process for Prometheus, where METRICS_TOKEN is set',
  answers: { 401: { description: 'Without the token' }, 404: { description: 'It is not set' } },
  async handle({ deps, now, request, response }) {
    requireMetricsToken(deps, request.headers.authorization);
    const { type, text } = await readMetrics(now);
    response.set('Cache-Control', 'no-store').type(type).send(text);
  },
});
