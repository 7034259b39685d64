import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chargedEvent, expectNothingStuck, pay, sweepLater } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { intents } from './charge.model.ts';
import { handleEvent, recordEvent } from './webhook.service.ts';

/** All checkpoints of a charge by card. `npm run soak` and e2e/crash.spec.ts kill real processes. */
const POINTS = [
  'received',
  'quoted',
  'counted',
  'opened',
  'recorded',
  'claimed-one',
  'claimed',
  'rechecked',
  'intent-created',
  'intent-registered',
  'attempted',
  'confirmed',
  'canceled-at-provider',
  'booked',
  'finalized',
  'closed',
  'decline-counted',
  'receipt-queued',
  'projected',
] as const;

const CARDS = {
  paid: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  '3-D Secure': 'pm_card_authenticationRequired',
} as const;

const { steps, api, payer } = await apiWithSteps();

async function authenticate(paymentId: string): Promise<void> {
  const registered = await intents().findOne({ _id: paymentId });
  if (registered && registered.intentId !== 'none')
    await api.sandbox.authenticate(registered.intentId, 'complete').catch(() => undefined);
}

describe.each(Object.entries(CARDS))('a process that dies while a card is %s', (_kind, token) => {
  it.each(POINTS)('at "%s" and never comes back: the sweep ends the payment', async (point) => {
    steps.crashAt(point);
    await pay(api, payer.account, [...payer.dues, payer.linked], { token });
    steps.reset();
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it.each(POINTS)('at "%s", and the browser sends the request again: one charge at most', async (point) => {
    const options = { paymentId: randomUUID(), token };
    const lines = [...payer.dues, payer.linked];
    steps.crashAt(point);
    await pay(api, payer.account, lines, options);
    steps.reset();
    const again = await pay(api, payer.account, lines, options);
    if (again.body.status === 'requires_action') {
      await authenticate(options.paymentId);
      expect((await pay(api, payer.account, lines, options)).status).toBe(200);
    } else expect(again.status).toBe(token === CARDS.paid ? 200 : 402);
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it.each(['swept-one', 'canceled-at-provider', 'booked', 'closed', 'finalized'])(
    'dies again in the sweep, at "%s": the next sweep ends it',
    async (point) => {
      steps.crashAt('confirmed');
      await pay(api, payer.account, payer.dues, { token });
      steps.crashAt(point);
      await sweepLater(api);
      steps.reset();
      await sweepLater(api);
      await expectNothingStuck(api, payer);
    },
  );
});

describe('answers that come too late', () => {
  it('refuses a request that is sent again after the sweep has closed its payment', async () => {
    const options = { paymentId: randomUUID() };
    steps.crashAt('rechecked');
    await pay(api, payer.account, payer.dues, options);
    steps.reset();
    await sweepLater(api);
    const again = await pay(api, payer.account, payer.dues, options);
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('payment_closed');
    await expectNothingStuck(api, payer);
  });

  it('books nothing when the cardholder answers after the sweep has canceled', async () => {
    const options = { paymentId: randomUUID(), token: CARDS['3-D Secure'] };
    await pay(api, payer.account, payer.dues, options);
    await sweepLater(api);
    await authenticate(options.paymentId);
    expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(0);
    await expectNothingStuck(api, payer);
  });

  it('books a question answered while nobody was listening', async () => {
    const options = { paymentId: randomUUID(), token: CARDS['3-D Secure'] };
    await pay(api, payer.account, payer.dues, options);
    await authenticate(options.paymentId);
    await sweepLater(api);
    expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(1);
    await expectNothingStuck(api, payer);
  });

  it('ends a payment whose event was stored by a process that died', async () => {
    const paymentId = randomUUID();
    steps.crashAt('confirmed');
    await pay(api, payer.account, payer.dues, { paymentId });
    const event = await chargedEvent(paymentId);
    expect(await recordEvent(event, '{}', api.deps)).toBe(true);
    expect(await recordEvent(event, '{}', api.deps)).toBe(false);
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it('settles from an event before the sweep comes', async () => {
    const paymentId = randomUUID();
    steps.crashAt('confirmed');
    await pay(api, payer.account, payer.dues, { paymentId });
    await handleEvent(await chargedEvent(paymentId), api.deps);
    await expectNothingStuck(api, payer);
  });
});

describe('a provider that fails', () => {
  it.each(['refuse', 'reset-after-applying', '500', 'hang-after-applying'] as const)(
    'that answers with %s when asked to confirm: one charge, found again',
    async (kind) => {
      const paymentId = randomUUID();
      api.sandbox.faults.add({
        kind,
        match: { path: '/v1/payment_intents/*/confirm', metadata: { paymentId } },
        times: 2,
        ms: 200,
      });
      await pay(api, payer.account, payer.dues, { paymentId });
      api.sandbox.faults.clear();
      const again = await pay(api, payer.account, payer.dues, { paymentId });
      expect(again.status).toBe(200);
      expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
      await expectNothingStuck(api, payer);
    },
  );

  it('that is unavailable: the member sees that the outcome is unknown, and the payment ends when it is back', async () => {
    const paymentId = randomUUID();
    api.sandbox.faults.add({ kind: 'refuse', match: { path: '/v1/**' }, times: 'always' });
    const answer = await pay(api, payer.account, payer.dues, { paymentId });
    expect(answer.status).toBe(202);
    expect(answer.body.status).toBe('processing');
    await sweepLater(api);
    api.sandbox.faults.clear();
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it('died in every way that this file knows of', () => {
    expect(steps.crashCount()).toBeGreaterThan(60);
  });
});
