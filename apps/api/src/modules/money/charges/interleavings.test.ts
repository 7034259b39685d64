import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import type { Payer } from '../../../../test/payer.ts';
import { expectNothingStuck, pay, sweepLater, type Line } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { recordOfflineReceipts } from './offline-receipt.service.ts';
import { payments } from '../ledger/payment.model.ts';
import { reviewItems } from '../review-items/review-item.model.ts';
import { openPayments } from './charge.model.ts';
import { settleIntent } from './settle.service.ts';
import { sweep } from './sweep.service.ts';

/** Runs what other processes do while one handler waits between two of its steps. */
const { steps, api, payer } = await apiWithSteps();

/** Everything is paid or payable, and the books agree. */
async function expectRightEnd(payer: Payer): Promise<void> {
  await sweepLater(api);
  await expectNothingStuck(api, payer);
}

describe('while one handler stands still', () => {
  it.each(['quoted', 'counted', 'opened', 'recorded'])(
    'at "%s" a rival pays the same dues: nothing is charged twice',
    async (at) => {
      const rival: number[] = [];
      steps.runAt(at, async () => rival.push((await pay(api, payer.account, payer.dues)).status));
      const answer = await pay(api, payer.account, payer.dues);
      expect(rival).toEqual([200]);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'amount_changed', figures: { donationAmount: 0, total: 0 } });
      await expectRightEnd(payer);
    },
  );

  it.each(['claimed', 'rechecked', 'intent-created', 'intent-registered', 'attempted'])(
    'at "%s" a rival sees that a payment is in progress',
    async (at) => {
      const rival: string[] = [];
      steps.runAt(at, async () => rival.push((await pay(api, payer.account, payer.dues)).body.code));
      expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
      expect(rival).toEqual(['payment_in_progress']);
      await expectRightEnd(payer);
    },
  );

  it.each(['claimed', 'rechecked', 'intent-created', 'intent-registered', 'attempted'])(
    'at "%s" the sweep closes its payment: it charges nothing any more',
    async (at) => {
      const paymentId = randomUUID();
      steps.runAt(at, () => sweepLater(api));
      const answer = await pay(api, payer.account, payer.dues, { paymentId });
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('payment_closed');
      expect(api.sandbox.journal.charges(paymentId)).toHaveLength(0);
      await expectRightEnd(payer);
    },
  );

  it.each(['confirmed', 'booked', 'finalized', 'receipt-queued', 'projected'])(
    'at "%s" the sweep finishes its payment: both agree that it is paid',
    async (at) => {
      const paymentId = randomUUID();
      steps.runAt(at, () => sweepLater(api));
      expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
      expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
      await expectRightEnd(payer);
    },
  );

  it.each([
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
  ])('at "%s" the same request comes again: both answer with the one charge', async (at) => {
    const paymentId = randomUUID();
    const again: number[] = [];
    steps.runAt(at, async () =>
      again.push((await pay(api, payer.account, payer.dues, { paymentId })).status),
    );
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    expect(again).toEqual([200]);
    expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
    await expectRightEnd(payer);
  });

  it('a rival for one of its dues leaves nothing behind, and the others stay payable', async () => {
    const [first, last] = inOrder(payer);
    const [paymentId, codes] = [randomUUID(), [] as unknown[]];
    steps.runAt('claimed', async () => {
      codes.push((await pay(api, payer.account, [first, last], { paymentId })).body.code);
      codes.push((await pay(api, payer.account, [first])).status);
    });
    expect((await pay(api, payer.account, [last])).status).toBe(200);
    expect(codes).toEqual(['payment_in_progress', 200]);
    expect(await openPayments().findOne({ _id: paymentId })).toBeNull();
    expect(await payments().findOne({ _id: paymentId })).toBeNull();
    await expectRightEnd(payer);
  });

  it('is refused over one of several dues: what it claimed of the others stays its own until the sweep', async () => {
    const [first, last] = inOrder(payer);
    const paymentId = randomUUID();
    const rival = gate();
    let rivalsAnswer: Promise<number> | undefined;
    // After it looked whether the dues are free.
    steps.runAt('recorded', async () => {
      steps.runAt('claimed', () => rival.reachedAndWaits());
      rivalsAnswer = pay(api, payer.account, [last]).then(({ status }) => status);
      await rival.isReached;
    });
    const refused = await pay(api, payer.account, [first, last], { paymentId });
    expect(refused.body.code).toBe('payment_in_progress');
    expect(await openPayments().findOne({ _id: paymentId })).not.toBeNull();
    expect((await pay(api, payer.account, [first])).body.code).toBe('payment_in_progress');
    rival.open();
    expect(await rivalsAnswer).toBe(200);
    await expectRightEnd(payer);
  });
});

/** Two of a payer's dues in the order in which they are claimed. */
function inOrder(payer: Payer): [Line, Line] {
  const [first, last] = payer.dues.toSorted((a, b) => (a.donationId < b.donationId ? -1 : 1));
  if (!first || !last) throw new Error('a payer has two dues');
  return [first, last];
}

/** A point where a handler waits until `open` is called; `isReached` resolves when it waits. */
function gate() {
  let reach: () => void = () => undefined;
  let open: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reach = resolve));
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const reachedAndWaits = () => {
    reach();
    return isOpen;
  };
  return { isReached, open: () => open(), reachedAndWaits };
}

describe('when less is owed than a payment pays', () => {
  /** Books cash on a due of the payer, between two steps of a card payment of it. */
  const payCash = async ({ donationId }: Line) => {
    const lines = [{ donationId, amount: cents(700) }];
    const receipt = { receiptId: randomUUID(), method: 'cash' as const, lines, currency: 'usd' };
    await recordOfflineReceipts([{ ...receipt, paidDt: api.deps.now(), recordedBy: 'office' }], api.deps);
  };
  /** Lowers dues without a claim, like new prices. */
  const lowerDues = ({ donationId }: Line) =>
    collection<{ minAmountDue: number }>('donations').updateOne(
      { _id: objectId(donationId) },
      { $inc: { minAmountDue: -700 } },
    );
  const lineOf = (payer: Payer) => payer.dues[1];
  const rest = (line: Line) => ({ ...line, amount: line.amount - 700 });

  it('its claims are free at once: the next try pays what is owed now', async () => {
    const line = lineOf(payer);
    const paymentId = randomUUID();
    steps.runAt('recorded', () => payCash(line));
    const answer = await pay(api, payer.account, [line], { paymentId });
    expect(answer.body).toMatchObject({
      code: 'amount_changed',
      figures: { donationAmount: line.amount - 700 },
    });
    expect(await openPayments().findOne({ _id: paymentId })).toBeNull();
    expect((await pay(api, payer.account, [rest(line)])).status).toBe(200);
    expect((await pay(api, payer.account, [line], { paymentId })).body.code).toBe('payment_closed');
    await expectRightEnd(payer);
  });

  it.each(['recorded', 'claimed-one', 'claimed', 'rechecked', 'intent-created'])(
    'a twin that is at "%s" charges nothing after the other was answered',
    async (at) => {
      const line = lineOf(payer);
      const options = { paymentId: randomUUID() };
      const codes: unknown[] = [];
      steps.runAt(at, async () => {
        await lowerDues(line);
        codes.push((await pay(api, payer.account, [line], options)).body.code);
      });
      const answer = await pay(api, payer.account, [line], options);
      expect(codes).toEqual(['amount_changed']);
      expect(['amount_changed', 'payment_closed']).toContain(answer.body.code);
      expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(0);
      expect((await pay(api, payer.account, [rest(line)])).status).toBe(200);
      await expectRightEnd(payer);
    },
  );

  it.each(['intent-registered', 'attempted', 'confirmed', 'booked', 'finalized'])(
    'a twin that is at "%s" is further along: both answer with its one charge',
    async (at) => {
      const line = lineOf(payer);
      const options = { paymentId: randomUUID() };
      const first = gate();
      // The first request waits after its claims until its twin has reached the checkpoint.
      steps.runAt('claimed', () => first.reachedAndWaits());
      const firstAnswer = pay(api, payer.account, [line], options);
      await first.isReached;
      steps.runAt(at, async () => {
        await lowerDues(line);
        first.open();
        expect((await firstAnswer).status).toBe(200);
      });
      expect((await pay(api, payer.account, [line], options)).status).toBe(200);
      expect(steps.isWaiting()).toBe(false);
      expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(1);
      await expectRightEnd(payer);
    },
  );

  it('and the process dies between ruling the intent out and closing: the sweep frees the dues', async () => {
    const line = lineOf(payer);
    steps.runAt('recorded', async () => {
      await payCash(line);
      steps.crashAt('ruled-out');
    });
    expect((await pay(api, payer.account, [line])).status).toBe(500);
    expect((await pay(api, payer.account, [rest(line)])).body.code).toBe('payment_in_progress');
    await sweepLater(api);
    expect((await pay(api, payer.account, [rest(line)])).status).toBe(200);
    await expectRightEnd(payer);
  });
});

describe('while the sweep cancels at the provider', () => {
  it('the cardholder answers a moment earlier: the charge is booked', async () => {
    const options = { paymentId: randomUUID(), token: 'pm_card_authenticationRequired' };
    const asked = await pay(api, payer.account, payer.dues, options);
    const intentId = String(asked.body.client_secret).split('_secret_')[0];
    const { provider } = api.deps;
    const cancelIntent: typeof provider.cancelIntent = async (...which) => {
      if (which[0] === intentId) await api.sandbox.authenticate(intentId, 'complete');
      return provider.cancelIntent(...which);
    };
    api.advance(61_000);
    await sweep({ ...api.deps, provider: { ...provider, cancelIntent } });
    expect(api.sandbox.journal.charges(options.paymentId)).toHaveLength(1);
    expect((await pay(api, payer.account, payer.dues, options)).status).toBe(200);
    await expectRightEnd(payer);
  });
});

describe('a charge that is not the payment', () => {
  it.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'eur' }],
    ['another payment', { paymentId: randomUUID() }],
  ])('because of %s is not booked but shown to staff', async (_name, wrong) => {
    const paymentId = randomUUID();
    api.sandbox.faults.add({ kind: 'refuse', match: { path: '/v1/payment_intents/*/confirm' }, times: 2 });
    await pay(api, payer.account, payer.dues, { paymentId });
    api.sandbox.faults.clear();
    const payment = await payments().findOne({ _id: paymentId });
    if (!payment) throw new Error('the payment was not recorded');
    const intent = {
      id: `pi_${paymentId}`,
      status: 'succeeded' as const,
      amount: payment.total,
      currency: payment.currency,
      paymentId,
      clientSecret: null,
      cardId: null,
      accountId: null,
      failure: null,
      ...wrong,
    };
    expect(await settleIntent(payment, intent, api.deps)).toEqual({ kind: 'processing' });
    expect(await reviewItems().findOne({ _id: intent.id })).not.toBeNull();
    await expectRightEnd(payer);
  });
});
