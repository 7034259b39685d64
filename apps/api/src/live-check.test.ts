import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startSandbox, type Sandbox } from '@kinfold/stripe-sandbox';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApi, type Api } from '../test/harness.ts';
import { checkLive } from './live-check.ts';
import { ACCOUNT_EVENTS, HANDLED_EVENTS } from './modules/money/charges/webhook.service.ts';

let api: Api;
/** The address of the portal, and one without a server. */
let portal: string;
let stranger: string;
const other = createServer((_request, response) => void response.end('<html>'));

beforeAll(async () => {
  api = await startApi();
  portal = api.url;
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  stranger = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(async () => {
  other.close();
  await api.stop();
});

const clientOf = ({ url }: Sandbox, key: string) => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
};

async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

type Change = {
  config?: Partial<Parameters<typeof checkLive>[0]>;
  events?: Iterable<string> | null;
  connected?: Iterable<string> | null;
  domain?: boolean | null;
  publishable?: Sandbox;
};

/** The findings about a complete deployment, except for the change. */
async function findingsWith(sandbox: Sandbox, change: Change) {
  const { events = HANDLED_EVENTS, connected = ACCOUNT_EVENTS, domain = true } = change;
  const config = {
    APP_URL: portal,
    CURRENCY: 'usd',
    STRIPE_CLIENT_ID: sandbox.clientId,
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    ...change.config,
  };
  const secret = clientOf(sandbox, config.STRIPE_SECRET_KEY);
  const browser = change.publishable ?? sandbox;
  const publishable = clientOf(browser, change.publishable?.publishableKey ?? config.STRIPE_PUBLISHABLE_KEY);
  const owner = clientOf(sandbox, sandbox.secretKey);
  const url = `${config.APP_URL}/webhooks/stripe`;
  type Events = Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  if (events) await owner.webhookEndpoints.create({ url, enabled_events: [...events] as Events });
  if (connected)
    await owner.webhookEndpoints.create({ url, connect: true, enabled_events: [...connected] as Events });
  if (domain !== null)
    await owner.paymentMethodDomains.create({
      domain_name: new URL(config.APP_URL).hostname,
      enabled: domain,
    });
  return checkLive(config, { secret, publishable });
}

describe('what Stripe says about a deployment', () => {
  it('is all well where it is, and nothing is charged', async () => {
    const sandbox = await start();
    const findings = await findingsWith(sandbox, {});
    expect(findings.map(([word]) => word)).toEqual(Array(8).fill('ok'));
    expect(findings).toContainEqual(['ok', 'keys: both are test keys of the same account']);
    expect(findings).toContainEqual(['ok', expect.stringContaining('Stripe charges 0.50 usd or more')]);
    expect(sandbox.journal.all()).toEqual([]);
  });

  it.each<[string, Change, 'warn' | 'missing', string]>([
    [
      'an unknown secret key',
      { config: { STRIPE_SECRET_KEY: 'sk_test_no' } },
      'missing',
      'Stripe does not know STRIPE_SECRET_KEY. Copy it again',
    ],
    [
      'an unknown publishable key',
      { config: { STRIPE_PUBLISHABLE_KEY: 'pk_test_no' } },
      'missing',
      'Stripe does not know STRIPE_PUBLISHABLE_KEY. Copy it again',
    ],
    [
      'keys of two modes',
      { config: { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' } },
      'missing',
      'one is a live key and the other is not. Copy both',
    ],
    ['no webhook', { events: null }, 'missing', 'webhook: Stripe has no endpoint for'],
    [
      'a webhook that misses an event',
      { events: [...HANDLED_EVENTS].slice(1) },
      'missing',
      'it does not receive payment_intent.succeeded. Add that',
    ],
    [
      'a webhook with an event too many',
      { events: [...HANDLED_EVENTS, 'charge.updated'] },
      'warn',
      'it receives charge.updated, which nothing here reads. Keep',
    ],
    ['a webhook of all events', { events: ['*'] }, 'warn', 'it receives all events'],
    [
      'no webhook of connected accounts',
      { connected: null },
      'missing',
      'webhook of connected accounts: Stripe has no endpoint',
    ],
    [
      'another currency',
      { config: { CURRENCY: 'eur' } },
      'warn',
      'members pay in eur, the account is kept in usd',
    ],
    [
      'a currency of unknown least amount',
      { config: { CURRENCY: 'fjd' } },
      'warn',
      'least amount: not known here for fjd. Look it up',
    ],
    [
      'no domain',
      { domain: null },
      'warn',
      '127.0.0.1 is not among the payment method domains, so Apple Pay, Google Pay and Link are not offered. Add it',
    ],
    ['a domain that is off', { domain: false }, 'warn', '127.0.0.1 is switched off. Enable it'],
    [
      'a portal that does not run',
      { config: { APP_URL: 'http://127.0.0.1:9' } },
      'missing',
      'cannot be reached. Start the portal',
    ],
  ])('names %s, and says what to do', async (_, change, word, text) => {
    expect(await findingsWith(await start(), change)).toContainEqual([word, expect.stringContaining(text)]);
  });

  it('names keys of different accounts', async () => {
    const findings = await findingsWith(await start(), { publishable: await start() });
    expect(findings).toContainEqual([
      'missing',
      expect.stringContaining('belong to different accounts. Copy both'),
    ]);
  });

  it('names a webhook that something else answers', async () => {
    const findings = await findingsWith(await start(), { config: { APP_URL: stranger } });
    expect(findings).toContainEqual(['missing', expect.stringContaining('answered by something else')]);
  });

  it('says that Stripe cannot be reached', async () => {
    const sandbox = await start();
    sandbox.faults.add({ kind: 'refuse', match: { path: '/v1/account' }, times: 'always' });
    expect(await findingsWith(sandbox, {})).toEqual([
      ['missing', expect.stringContaining('Stripe cannot be reached from here. Let this machine call')],
    ]);
  });
});
