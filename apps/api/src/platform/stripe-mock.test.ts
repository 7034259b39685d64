/**
 * The calls of this provider against the sandbox and against Stripe's own stripe-mock, which refuses what Stripe would and
 * answers with Stripe's published examples: every field of the sandbox's answers has the type that it has there. Runs by
 * `npm run stripe-mock`, where Go is installed; otherwise it is skipped.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@kinfold/stripe-sandbox';
import { cents } from '@kinfold/domain/money';
import { afterAll, describe, expect, it } from 'vitest';
import type { CardProvider } from './card-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

const PROGRAM = process.env['STRIPE_MOCK'];

type Answer = { call: string; status: number; body: Record<string, unknown> };
const atEnd: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of atEnd) await end();
});

/** A provider over a server with Stripe's API, and the answers that it got. */
async function recorded(target: string, secretKey: string) {
  const answers: Answer[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const headers = new Headers(
        Object.entries(request.headers).flatMap(([name, value]) =>
          ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
        ),
      );
      const { method = 'GET', url = '/' } = request;
      const body = pieces.length ? Buffer.concat(pieces) : null;
      const answer = await fetch(`${target}${url}`, { method, headers, body });
      const text = await answer.text();
      // As in /v1/customers/:id, /v1/payment_intents/:id/confirm
      const parts = (url.split('?')[0] ?? '').split('/');
      const path = parts.map((part, index) => (index === 3 || index === 5 ? ':id' : part)).join('/');
      answers.push({
        call: `${method} ${path}`,
        status: answer.status,
        body: JSON.parse(text) as Answer['body'],
      });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd.push(() => server.close());
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { provider: createStripeProvider({ secretKey, webhookSecrets: [], apiUrl }), answers };
}

/** All calls of the provider, one after the other. What stripe-mock's examples make of them does not matter. */
async function callAll(provider: CardProvider): Promise<void> {
  const attempt = async <T>(call: () => Promise<T>) => call().catch(() => undefined);
  const since = new Date(Date.now() - 86_400_000);
  const [paymentId, refundId] = ['1a2b3c4d-0000-4000-8000-000000000001', 'refund-1'];
  const customerId =
    (await attempt(() =>
      provider.createCustomer({ memberId: 'member-1', name: 'Ruth Okafor', email: 'ruth@example.test' }),
    )) ?? 'cus_1';
  const card = await attempt(() => provider.attachCard('pm_card_visa', customerId));
  const cardId = card?.id ?? 'pm_1';
  await attempt(() => provider.retrieveCard(cardId));
  await attempt(() => provider.listCards(customerId));
  const setup = await attempt(() => provider.createSetup(customerId, 'setup-1'));
  const setupId = setup?.setupId ?? 'seti_1';
  await attempt(() => provider.retrieveSetup(setupId));
  await attempt(() => provider.cancelSetup(setupId));
  const payment = {
    ...{ paymentId, amount: cents(5_111), currency: 'usd', paymentMethodId: cardId, customerId },
    ...{ description: 'Dues', destination: null },
  };
  const intent = await attempt(() => provider.createIntent(payment));
  const intentId = intent?.id ?? 'pi_1';
  await attempt(() => provider.confirmIntent(intentId, paymentId));
  await attempt(() => provider.retrieveIntent(intentId));
  const refund = await attempt(() =>
    provider.createRefund({ refundId, paymentId, intentId, amount: cents(100) }),
  );
  await attempt(() => provider.retrieveRefund(refund?.id ?? 're_1'));
  await attempt(() => provider.listRefunds(refund?.chargeId ?? 'ch_1'));
  await attempt(() => provider.findRefund(intentId, refundId));
  await attempt(() => provider.takeBack({ intentId, amount: cents(100), key: 'back-1' }));
  const other = '1a2b3c4d-0000-4000-8000-000000000002';
  const open = await attempt(() => provider.createIntent({ ...payment, paymentId: other }));
  await attempt(() => provider.cancelIntent(open?.id ?? 'pi_2', other));
  await attempt(() => provider.recordsSince(since));
  await attempt(() => provider.detachCard(cardId));
  await attempt(() => provider.deleteCustomer(customerId));
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Where a value has another type than an example; null is any type, and an id may stand for its object. */
function differences(ours: unknown, theirs: unknown, at: string): string[] {
  const [a, b] = [kindOf(ours), kindOf(theirs)];
  if (a === 'null' || b === 'null' || theirs === undefined) return [];
  if (a === 'array' && b === 'array')
    return differences((ours as unknown[])[0] ?? null, (theirs as unknown[])[0] ?? null, `${at}[]`);
  const isReference = (one: string, two: string) => one === 'string' && two === 'object';
  if (a !== b) return isReference(a, b) || isReference(b, a) ? [] : [`${at} is ${a}, and there ${b}`];
  if (a !== 'object' || at.endsWith('.metadata')) return [];
  return Object.entries(ours as object).flatMap(([key, value]) =>
    differences(value, (theirs as Record<string, unknown>)[key], `${at}.${key}`),
  );
}

describe.skipIf(!PROGRAM)('the sandbox beside stripe-mock (npm run stripe-mock, with Go)', () => {
  it('gets the same calls, all of which Stripe knows, and answers with the same types', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const mock = spawn(PROGRAM ?? '', ['-http-port', String(port)], { stdio: 'ignore' });
    atEnd.push(() => mock.kill());
    const address = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 100; tries += 1) {
      if (await fetch(address).catch(() => null)) break;
      await sleep(100);
    }
    const sandbox = await startSandbox({ webhookUrl: null });
    atEnd.push(() => sandbox.stop());
    const ours = await recorded(sandbox.url, sandbox.secretKey);
    const theirs = await recorded(address, 'sk_test_123');
    await callAll(ours.provider);
    await callAll(theirs.provider);
    // stripe-mock refuses parameters that Stripe does not know.
    expect(theirs.answers.filter(({ status }) => status >= 400)).toEqual([]);
    const examples = new Map(theirs.answers.map(({ call, body }) => [call, body]));
    const answered = ours.answers.filter(({ status }) => status < 400);
    const compared = new Set(answered.map(({ call }) => call).filter((call) => examples.has(call)));
    expect(answered.flatMap(({ call, body }) => differences(body, examples.get(call), call))).toEqual([]);
    expect(compared.size).toBeGreaterThanOrEqual(20);
  });
});
