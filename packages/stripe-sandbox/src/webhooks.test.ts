import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { clientOf, newIntent, sendAndLeave, startForTest, startReceiver, type Received } from './testing.ts';

const typesOf = (received: readonly Received[]): string[] =>
  received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);

const pay = (stripe: Stripe, paymentId = 'p1') =>
  newIntent(stripe, paymentId, { confirm: true, payment_method: 'pm_card_visa' });

describe('webhooks', () => {
  it('deliver signed events that constructEvent accepts', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    const intent = await pay(stripe);
    await sandbox.webhooks.idle();
    expect(typesOf(received).sort()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    for (const { body, signature } of received) {
      const event = stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret);
      expect(event).toMatchObject({ object: 'event', livemode: false, api_version: '2026-10-28.endive' });
      expect(event.request?.id).toBe(intent.lastResponse.requestId);
      expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
    }
    const listed = await stripe.events.list({ types: ['payment_intent.succeeded', 'charge.*'] });
    expect(listed.data).toHaveLength(2);
    expect((await stripe.events.retrieve(listed.data[0]?.id ?? '')).data.object).toMatchObject({
      amount: 4606,
    });
  });

  it('report declines, 3-D Secure, cancellation, saved cards and refunds', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest();
    sandbox.setWebhook(url);
    const declined = await newIntent(stripe);
    await stripe.paymentIntents
      .confirm(declined.id, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => {});
    await stripe.paymentIntents.confirm(declined.id, { payment_method: 'pm_card_authenticationRequired' });
    await stripe.paymentIntents.cancel(declined.id);
    const customer = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.paymentMethods.detach(saved.id);
    await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await stripe.refunds.create({ payment_intent: (await pay(stripe)).id });
    await sandbox.webhooks.idle();
    expect(typesOf(received)).toEqual(
      expect.arrayContaining([
        'charge.failed',
        'payment_intent.payment_failed',
        'payment_intent.requires_action',
        'payment_intent.canceled',
        'payment_method.attached',
        'payment_method.detached',
        'setup_intent.succeeded',
        'charge.refunded',
      ]),
    );
  });

  it('are tried again, a limited number of times', async () => {
    const { url, received } = await startReceiver((index) => (index < 2 ? 500 : 200));
    const { sandbox, stripe } = await startForTest({ webhookUrl: url, webhookRetryMs: [5, 5] });
    await stripe.customers.create();
    await sandbox.webhooks.idle();
    expect(received).toHaveLength(3);
    expect(sandbox.webhooks.deliveries().map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
    const nobody = await startForTest({ webhookUrl: 'http://127.0.0.1:1/', webhookRetryMs: [1, 1] });
    await nobody.stripe.customers.create();
    await nobody.sandbox.webhooks.idle();
    expect(nobody.sandbox.webhooks.deliveries().map(({ status }) => status)).toEqual([0, 0, 0]);
  });

  it('do not keep the sandbox from stopping', async () => {
    const { sandbox, stripe } = await startForTest({
      webhookUrl: 'http://127.0.0.1:1/',
      webhookRetryMs: [600_000],
    });
    await stripe.customers.create();
    await expect.poll(() => sandbox.webhooks.deliveries().length).toBe(1);
    await sandbox.stop();
  });

  it('come while the reply hangs or was reset', async () => {
    const { url, received } = await startReceiver();
    const { sandbox } = await startForTest({ webhookUrl: url });
    sandbox.faults.add({ kind: 'hang-after-applying', ms: 60_000, match: { path: '/v1/customers' } });
    await sendAndLeave(sandbox, '/v1/customers', {}, () => received.length === 1);
    expect(typesOf(received)).toEqual(['customer.created']);
  });
});

describe('a webhook fault', () => {
  it('duplicates, drops and delays the events it is aimed at', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    const aimed = { event: 'payment_intent.*', metadata: { paymentId: 'p1' } };
    sandbox.faults.add({
      kind: 'webhook-duplicate',
      copies: 3,
      match: { ...aimed, event: 'payment_intent.succeeded' },
    });
    sandbox.faults.add({ kind: 'webhook-drop', match: { ...aimed, event: 'charge.*' } });
    sandbox.faults.add({
      kind: 'webhook-delay',
      ms: 300,
      match: { ...aimed, event: 'payment_intent.created' },
    });
    await pay(stripe);
    await sandbox.webhooks.idle();
    expect(typesOf(received)).toEqual([
      ...Array<string>(3).fill('payment_intent.succeeded'),
      'payment_intent.created',
    ]);
    expect(new Set(received.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  });

  it('forges signatures', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    sandbox.faults.add({ kind: 'webhook-forged' });
    await stripe.customers.create();
    await sandbox.webhooks.idle();
    const { body = '', signature = '' } = received[0] ?? {};
    expect(() => stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret)).toThrow('signature');
  });

  it('shuffles', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    sandbox.faults.add({ kind: 'webhook-shuffle', ms: 100, times: 'always' });
    const created: string[] = [];
    for (let index = 0; index < 30; index += 1) created.push((await stripe.customers.create()).id);
    await sandbox.webhooks.idle();
    const order = received.map(
      ({ body }) => ((JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer).id,
    );
    expect(order).not.toEqual(created);
    expect([...order].sort()).toEqual([...created].sort());
  });

  it('delivers before the reply', async () => {
    const { url, received } = await startReceiver();
    const { sandbox } = await startForTest({ webhookUrl: url });
    sandbox.faults.add({ kind: 'webhook-before-reply', times: 'always' });
    await pay(clientOf(sandbox));
    expect(received).toHaveLength(3);
  });

  it('can be followed by a resend of the same event', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    sandbox.faults.add({ kind: 'webhook-drop' });
    await stripe.customers.create();
    await sandbox.webhooks.idle();
    expect(received).toEqual([]);
    const [event] = (await stripe.events.list()).data;
    if (event) await sandbox.webhooks.resend(event);
    expect(typesOf(received)).toEqual(['customer.created']);
  });
});
