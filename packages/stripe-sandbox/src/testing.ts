import { createServer } from 'node:http';
import { once } from 'node:events';
import Stripe from 'stripe';
import { expect, onTestFinished, vi } from 'vitest';
import { differencesOf } from './published-description.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from './index.ts';

/** stripe-node on a sandbox, without retries, so that tests see every answer. */
export function clientOf(sandbox: Sandbox, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(sandbox.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** A sandbox and a client for one test. */
export async function startForTest(options: SandboxOptions = {}) {
  const faults: string[] = [];
  const onReply: SandboxOptions['onReply'] = (route, reply) => faults.push(...differencesOf(route, reply));
  const sandbox = await startSandbox({ onReply, ...options });
  onTestFinished(async () => {
    await sandbox.stop();
    expect(faults).toEqual([]);
  });
  return { sandbox, stripe: clientOf(sandbox) };
}

/** An unconfirmed card intent, as the API creates it. */
export function newIntent(
  stripe: Stripe,
  paymentId = 'p1',
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  return stripe.paymentIntents.create({
    amount: 4606,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { paymentId },
    ...extra,
  });
}

/** The error of a rejected promise. Throws when it resolves. */
export async function errorOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** Sends `POST path` and disconnects without the answer when `isTime` is true. */
export async function sendAndLeave(
  sandbox: Sandbox,
  path: string,
  { body = {}, idempotencyKey }: { body?: Record<string, string>; idempotencyKey?: string },
  isTime: () => boolean,
): Promise<void> {
  const leaving = new AbortController();
  const answer = fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: new URLSearchParams(body),
    signal: leaving.signal,
  });
  await Promise.all([
    expect(answer).rejects.toThrow('aborted'),
    vi.waitUntil(isTime, { timeout: 60_000 }).finally(() => leaving.abort()),
  ]);
}

export type Received = {
  signature: string;
  body: string;
};

/** A webhook endpoint that stores its deliveries. `answer` gives the status by the index of the delivery, from 0. */
export async function startReceiver(answer: (index: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ signature: String(request.headers['stripe-signature']), body });
      response.writeHead(answer(received.length - 1)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}/webhooks/stripe`, received };
}
