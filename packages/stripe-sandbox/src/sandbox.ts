import { once } from 'node:events';
import { createServer } from 'node:http';
import type Stripe from 'stripe';
import { accountChanger, type AccountState } from './account-changes.ts';
import { CLIENT_ID } from './accounts.ts';
import { Engine } from './engine.ts';
import { FaultList, type Faults } from './faults.ts';
import { createHandler, type OnReply } from './http.ts';
import { randomText } from './ids.ts';
import { createJournal, type Journal } from './journal.ts';
import { Store, type SandboxKeys } from './store.ts';
import { WebhookSender, type Webhooks } from './webhooks.ts';

/** The API version of stripe-node 23.1, for events of requests without a version. */
const API_VERSION = '2026-10-28.endive';

export type SandboxOptions = {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** An append-only file for the state; without it the state is in memory only. */
  dataFile?: string;
  /** The keys are random by default, and kept in the data file. */
  secretKey?: string;
  publishableKey?: string;
  webhookSecret?: string;
  /** The address that events are posted to; null for none. */
  webhookUrl?: string | null;
  /** Pauses before each further attempt to deliver an event, in ms. */
  webhookRetryMs?: readonly number[];
  /** The delay before each API request is executed, in ms. */
  latencyMs?: number;
  /** The clock, in milliseconds since 1970, for tests. */
  clock?: () => number;
  /** Called with each reply of the API, for tests. */
  onReply?: OnReply;
};

export type Sandbox = {
  /** For example `http://127.0.0.1:12111`; '' before `listen`. */
  readonly url: string;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  setWebhook(url: string | null, secret?: string): void;
  /** Answers the 3-D Secure challenge of a payment or setup intent. Rejects when it waits for none. */
  authenticate(intentId: string, outcome: 'complete' | 'fail'): Promise<void>;
  /** The OAuth client id of the platform. */
  readonly clientId: string;
  /** Changes a connected account as its owner or Stripe would. Rejects for an unknown one. */
  changeAccount(accountId: string, state: AccountState): Promise<void>;
  /** Starts to listen. Rejects with EADDRINUSE when the port is in use. */
  listen(): Promise<void>;
  /** Closes all connections, deliveries and the data file. */
  stop(): Promise<void>;
} & SandboxKeys;

/** Creates a sandbox that does not listen yet. Throws when the data file is damaged. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? Date.now;
  const store = new Store(options.dataFile);
  const keys: SandboxKeys = {
    secretKey: options.secretKey ?? store.keys?.secretKey ?? `sk_test_${randomText(32)}`,
    publishableKey: options.publishableKey ?? store.keys?.publishableKey ?? `pk_test_${randomText(32)}`,
    webhookSecret: options.webhookSecret ?? store.keys?.webhookSecret ?? `whsec_${randomText(32)}`,
  };
  if (JSON.stringify(store.keys) !== JSON.stringify(keys)) store.commit({ keys });
  const engine = new Engine(store, keys, clock);
  const faults = new FaultList();
  const journal = createJournal(store.journal);
  const webhooks = new WebhookSender(
    faults,
    { url: options.webhookUrl ?? null, secret: keys.webhookSecret },
    options.webhookRetryMs ?? [500, 2000, 8000, 30_000],
    clock,
  );
  const stopping = new AbortController();
  const server = createServer(
    createHandler({
      engine,
      faults,
      journal,
      webhooks,
      apiVersion: API_VERSION,
      latencyMs: options.latencyMs ?? 0,
      onReply: options.onReply,
      stopped: stopping.signal,
    }),
  );
  // Longer than clients keep idle connections, so that none is closed when a request is sent.
  server.keepAliveTimeout = 60_000;
  let url = '';

  return {
    ...keys,
    get url() {
      return url;
    },
    journal,
    faults,
    webhooks,
    setWebhook: (target, secret) => webhooks.setTarget(target, secret),
    authenticate: async (intentId, outcome) => {
      const intent = store.get('payment_intent', intentId) ?? store.get('setup_intent', intentId);
      if (!intent?.client_secret) throw new Error(`No such intent: ${intentId}`);
      const reply = await engine.runOwn(
        '/v1/3ds2/challenge_complete',
        { client_secret: intent.client_secret, outcome },
        { origin: url, apiVersion: API_VERSION },
      );
      // 402: declined after the authentication.
      if (reply.status !== 200 && reply.status !== 402) throw new Error(errorMessage(reply.body));
      const plan = webhooks.plan(reply.events);
      await plan.beforeReply();
      plan.afterReply();
    },
    clientId: CLIENT_ID,
    changeAccount: (accountId, state) =>
      accountChanger({ engine, webhooks, apiVersion: API_VERSION }, url)(accountId, state),
    listen: async () => {
      const { port = 0, host = '127.0.0.1' } = options;
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      if (typeof address !== 'object' || address === null) throw new Error('The sandbox has no address.');
      const isEverywhere = host === '0.0.0.0' || host === '::';
      url = `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${address.port}`;
    },
    stop: async () => {
      stopping.abort();
      const closed = server.listening ? once(server, 'close') : Promise.resolve();
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, webhooks.stop()]);
      store.close();
    },
  };
}

function errorMessage(body: string): string {
  const { error } = JSON.parse(body) as { error?: Stripe.StripeRawError };
  return error?.message ?? 'The intent is not waiting for authentication.';
}

/** Creates a sandbox and starts to listen. Rejects with EADDRINUSE when the port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = createSandbox(options);
  try {
    await sandbox.listen();
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  return sandbox;
}
