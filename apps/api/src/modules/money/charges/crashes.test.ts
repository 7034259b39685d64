import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chargedEvent, expectNothingStuck, pay, sweepLater } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { intents } from './charge.model.ts';
import { handleEvent, recordEvent } from './webhook.service.ts';

/** The checkpoints before the card matters. */
const BEFORE = ['received', 'quoted', 'counted', 'opened', 'recorded', 'claimed-one', 'claimed', 'rechecked'];
const ASKED = ['intent-created', 'intent-registered', 'attempted', 'confirmed'];
const BOOKED = ['booked', 'finalized', 'receipt-queued', 'projected'];

type Way = {
  token: string;
  /** The cardholder has answered the bank's question: the request under test is the second one. */
  isAnswered: boolean;
  /** The checkpoints that it passes, and no others. `npm run soak` and e2e/crash.spec.ts kill real processes. */
  passed: string[];
  /** Those where a process dies here: before the card matters, all ways are one. */
  dies: string[];
  /** The checkpoints where the sweep dies too, after a process that died when the provider had answered. */
  inSweep: string[];
};

const question = { token: 'pm_card_authenticationRequired', dies: ASKED };
const WAYS: Record<string, Way> = {
  paid: {
    token: 'pm_card_visa',
    isAnswered: false,
    passed: [...BEFORE, ...ASKED, ...BOOKED],
    dies: [...BEFORE, ...ASKED, ...BOOKED],
    inSweep: ['swept-one', 'booked', 'finalized'],
  },
  declined: {
    token: 'pm_card_chargeDeclined',
    isAnswered: false,
    passed: [...BEFORE, ...ASKED, 'canceled-at-provider', 'closed', 'decline-counted'],
    dies: [...ASKED, 'canceled-at-provider', 'closed', 'decline-counted'],
    inSweep: ['swept-one', 'canceled-at-provider', 'closed'],
  },
  'questioned by 3-D Secure': {
    ...question,
    isAnswered: false,
    passed: [...BEFORE, ...ASKED],
    inSweep: ['swept-one', 'canceled-at-provider', 'closed'],
  },
  'answered for 3-D Secure': { ...question, isAnswered: true, passed: BOOKED, dies: BOOKED, inSweep: [] },
};

const { steps, api, payer } = await apiWithSteps();
const lines = [...payer.dues, payer.linked];

async function authenticate(paymentId: string): Promise<void> {
  const registered = await intents().findOne({ _id: paymentId });
  if (registered && registered.intentId !== 'none')
    await api.sandbox.authenticate(registered.intentId, 'complete').catch(() => undefined);
}

describe.each(Object.entries(WAYS))('a process that dies while a card is %s', (_kind, way) => {
  const { token, isAnswered, passed, dies, inSweep } = way;

  /** Brings a payment to the request under test. */
  async function aPayment() {
    const options = { paymentId: randomUUID(), token };
    if (isAnswered) {
      await pay(api, payer.account, lines, options);
      await authenticate(options.paymentId);
    }
    steps.reset();
    return options;
  }

  async function dieAt(point: string, options: Awaited<ReturnType<typeof aPayment>>) {
    const before = steps.crashCount();
    steps.crashAt(point);
    await pay(api, payer.account, lines, options);
    expect(steps.crashCount()).toBe(before + 1);
    steps.reset();
  }

  it('passes these checkpoints', async () => {
    await pay(api, payer.account, lines, await aPayment());
    expect(steps.passed()).toEqual(passed);
  });

  it.each(dies)('at "%s" and never comes back: the sweep ends the payment', async (point) => {
    await dieAt(point, await aPayment());
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it.each(dies)('at "%s", and the browser sends the request again: one charge at most', async (point) => {
    const options = await aPayment();
    await dieAt(point, options);
    const again = await pay(api, payer.account, lines, options);
    if (again.body.status === 'requires_action') {
      await authenticate(options.paymentId);
      expect((await pay(api, payer.account, lines, options)).status).toBe(200);
    } else expect(again.status).toBe(token === WAYS['declined']?.token ? 402 : 200);
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });

  it.each(inSweep)('dies again in the sweep, at "%s": the next sweep ends it', async (point) => {
    await dieAt('confirmed', await aPayment());
    const before = steps.crashCount();
    steps.crashAt(point);
    await sweepLater(api);
    expect(steps.crashCount()).toBe(before + 1);
    steps.reset();
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });
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
    const options = { paymentId: randomUUID(), token: question.token };
    await pay(api, payer.account, payer.dues, options);
    await sweepLater(api);
    await authenticate(options.paymentId);
    expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(0);
    await expectNothingStuck(api, payer);
  });

  it('books a question answered while nobody was listening', async () => {
    const options = { paymentId: randomUUID(), token: question.token };
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
});
