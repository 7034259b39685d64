import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../test/harness.ts';
import { aPayer, type Payer } from '../../../test/payer.ts';
import { expectNothingStuck, pay, sweepLater } from '../../../test/paying.ts';
import { openPayments, payments, reviews } from './payment.model.ts';
import { settleIntent } from './settle.service.ts';
import { sweep } from './sweep.service.ts';

/** What happens elsewhere while one handler stands between two of its steps. */
let api: Api;
let meanwhile: { at: string; happens: () => Promise<unknown> } | null = null;
beforeAll(async () => {
  api = await startApi({
    async checkpoint(name) {
      if (name !== meanwhile?.at) return;
      const { happens } = meanwhile;
      meanwhile = null;
      await happens();
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  meanwhile = null;
  return api.forget();
});

/** Everything is paid or payable, and the books agree. */
async function expectRightEnd(payer: Payer): Promise<void> {
  await sweepLater(api);
  await expectNothingStuck(api, payer);
}

describe('while one handler stands still', () => {
  it.each(['quoted', 'opened', 'recorded'])(
    'at "%s" a rival pays the same dues: nothing is charged twice',
    async (at) => {
      const payer = await aPayer();
      const rival: number[] = [];
      meanwhile = { at, happens: async () => rival.push((await pay(api, payer.account, payer.dues)).status) };
      const answer = await pay(api, payer.account, payer.dues);
      expect(rival).toEqual([200]);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'amount_changed', figures: { donationAmount: 0, total: 0 } });
      await expectRightEnd(payer);
    },
  );

  it.each(['claimed', 'rechecked', 'intent-created', 'intent-registered', 'attempted'])(
    'at "%s" a rival is told that a payment is in progress',
    async (at) => {
      const payer = await aPayer();
      const rival: string[] = [];
      meanwhile = {
        at,
        happens: async () => rival.push((await pay(api, payer.account, payer.dues)).body.code),
      };
      expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
      expect(rival).toEqual(['payment_in_progress']);
      await expectRightEnd(payer);
    },
  );

  it.each(['claimed', 'rechecked', 'intent-created', 'intent-registered', 'attempted'])(
    'at "%s" the sweep closes its payment: it charges nothing any more',
    async (at) => {
      const payer = await aPayer();
      const paymentId = randomUUID();
      meanwhile = { at, happens: () => sweepLater(api) };
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
      const payer = await aPayer();
      const paymentId = randomUUID();
      meanwhile = { at, happens: () => sweepLater(api) };
      expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
      expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
      await expectRightEnd(payer);
    },
  );

  it.each([
    'received',
    'quoted',
    'opened',
    'recorded',
    'claimed-one',
    'claimed',
    'intent-created',
    'intent-registered',
    'attempted',
    'confirmed',
  ])('at "%s" the same request comes again: both answer with the one charge', async (at) => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const again: number[] = [];
    meanwhile = {
      at,
      happens: async () => again.push((await pay(api, payer.account, payer.dues, { paymentId })).status),
    };
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    expect(again).toEqual([200]);
    expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
    await expectRightEnd(payer);
  });

  it('is refused over one of several dues: what it claimed of the others stays its own until the sweep', async () => {
    const payer = await aPayer();
    const lines = [...payer.dues, payer.linked].toSorted((a, b) => (a.donationId < b.donationId ? -1 : 1));
    const last = lines.at(-1);
    if (!last) throw new Error('no lines');
    const codes: string[] = [];
    const paymentId = randomUUID();
    meanwhile = {
      at: 'claimed',
      happens: async () => {
        codes.push((await pay(api, payer.account, lines, { paymentId })).body.code);
        codes.push((await pay(api, payer.account, lines.slice(0, 1))).body.code);
      },
    };
    expect((await pay(api, payer.account, [last])).status).toBe(200);
    expect(codes).toEqual(['payment_in_progress', 'payment_in_progress']);
    expect(await openPayments().findOne({ _id: paymentId })).not.toBeNull();
    await expectRightEnd(payer);
  });
});

describe('while the sweep cancels at the provider', () => {
  it('the cardholder answers a moment earlier: the charge is booked', async () => {
    const payer = await aPayer();
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
    const payer = await aPayer();
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
      failure: null,
      ...wrong,
    };
    expect(await settleIntent(payment, intent, api.deps)).toEqual({ kind: 'processing' });
    expect(await reviews().findOne({ _id: intent.id })).not.toBeNull();
    await expectRightEnd(payer);
  });
});
