import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCheckpoints } from '../../../../test/checkpoints.ts';
import { connectAccount, movedTo, storedState } from '../../../../test/connecting.ts';
import { anAccount, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { expectNothingStuck, expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import { atProvider, chargeOf, intentOf, refundPayment } from '../../../../test/refunding.ts';
import { ProviderRefusal } from '../../../platform/card-provider.ts';
import { reconcile } from './reconcile.service.ts';
import { sweepAccounts } from '../connected-accounts/connected-account.service.ts';
import { linkHousehold } from '../../people/households/linked-household.service.ts';
import { payments } from '../ledger/payment.model.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { reviewItems } from '../review-items/review-item.model.ts';
import { intents } from './charge.model.ts';
import { settleIntent } from './settle.service.ts';

const steps = testCheckpoints();
let api: Api;
beforeAll(async () => {
  api = await startApi({ checkpoint: steps.checkpoint });
});
afterAll(() => api.stop());
beforeEach(async () => {
  steps.reset();
  api.sandbox.faults.clear();
  await api.forget();
});

const NO_FUNDS = {
  code: 'balance_insufficient',
  decline_code: null,
  message: 'Insufficient funds',
  requestId: null,
  tryId: null,
  card: null,
};

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** A payer whose organization has connected an account. */
async function aConnectedPayer(name = 'Grace Church'): Promise<{ payer: Payer; account: string }> {
  const payer = await aPayer({ organizationName: name });
  return { payer, account: await connectAccount(api, payer.organizationNumber, { name }) };
}

/** Links another payer's household, so that their dues may be paid too. */
async function link(payer: Payer, other: Payer): Promise<void> {
  const { household_id } = await requireMember(other.memberId);
  if (!household_id) throw new Error('a payer has a household');
  await linkHousehold({ memberId: payer.memberId, householdId: household_id }, TEST_AUTHOR, api.deps.now());
}

async function disconnect({ organizationNumber }: Payer): Promise<void> {
  const admin = await anAccount({ role: 'administrator' });
  await api.request.delete(`/v2/organizations/${organizationNumber}/connect`).set(api.as(admin));
}

describe('a payment to a connected organization', () => {
  it('is a destination charge: the dues go to its account, the fee stays', async () => {
    const { payer, account } = await aConnectedPayer();
    const paymentId = randomUUID();
    const answer = await pay(api, payer.account, payer.dues, { paymentId });
    expect(answer.status).toBe(200);
    expect(api.sandbox.journal.charges(paymentId)).toMatchObject([
      { amount: answer.body.data.amount_paid, destination: account, onBehalfOf: account },
    ]);
    expect(movedTo(api, paymentId)).toEqual([[account, sumOf(payer.dues)]]);
    expect(await payments().findOne({ _id: paymentId })).toMatchObject({ account });
    await expectTheBooksToAgree(api);
  });

  it('gives back the dues that go back, to the cent, and gets what comes again', async () => {
    const { payer, account } = await aConnectedPayer();
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    const paymentId = randomUUID();
    await pay(api, payer.account, payer.dues, { paymentId });
    const [old, recent] = payer.dues;
    const taken = () =>
      api.sandbox.journal
        .all()
        .filter(({ effect }) => effect === 'transfer.reversed')
        .map(({ amount }) => amount);
    // The fee of a refund was never moved to the account.
    const lines = [{ donation_id: old.donationId, amount: 1_000 }];
    steps.crashAt('refund-told');
    await refundPayment(api, treasurer, paymentId, { lines, includeFee: true });
    steps.reset();
    expect(taken()).toEqual([]);
    await sweepLater(api);
    await sweepLater(api);
    expect(taken()).toEqual([1_000]);
    // A dispute takes the rest; when it is won the account gets it again.
    api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
    const charge = await chargeOf(api, paymentId);
    const amount = String(recent.amount);
    const { id } = await atProvider(api, '/v1/test_helpers/disputes', { charge, amount });
    expect(taken()).toEqual([1_000, recent.amount]);
    await atProvider(api, `/v1/test_helpers/disputes/${id}`, { status: 'won' });
    expect(movedTo(api, paymentId)).toEqual([
      [account, sumOf(payer.dues)],
      [account, recent.amount],
    ]);
    api.sandbox.setWebhook(null);
    // Nothing is left for the reconciliation to do.
    expect((await reconcile(api.deps)).differences.filter(({ name }) => /transfer/.test(name))).toEqual([]);
    expect(taken()).toHaveLength(2);
    await expectTheBooksToAgree(api);
  });

  it('gets nothing again of a refund that had failed before it was known, or whose dues were never taken back', async () => {
    const { payer, account } = await aConnectedPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, payer.dues, { paymentId });
    const before = api.sandbox.journal.all().length;
    const taken = () =>
      api.sandbox.journal
        .all()
        .slice(before)
        .filter(({ effect }) => effect === 'transfer.reversed').length;
    const fail = (id: string) => atProvider(api, `/v1/test_helpers/refunds/${id}`, { status: 'failed' });
    // Made and failed at the provider, before an event came: the net is nothing.
    const form = { payment_intent: await intentOf(paymentId), amount: '700' };
    await fail((await atProvider(api, '/v1/refunds', form)).id);
    await reconcile(api.deps);
    await reconcile(api.deps);
    const moved = [[account, sumOf(payer.dues)], ...(taken() ? [[account, 700]] : [])];
    expect(movedTo(api, paymentId)).toEqual(moved);
    // Refused, and taken back by hand: neither is done again.
    const count = taken();
    const provider = {
      ...api.deps.provider,
      takeBack: () => Promise.reject(new ProviderRefusal(NO_FUNDS)),
    };
    const { id } = await atProvider(api, '/v1/refunds', form);
    await reconcile({ ...api.deps, provider });
    const key = `transfer:refund:${id}`;
    await reviewItems().updateOne({ _id: key, status: 'open' }, { $set: { status: 'done' } });
    await reconcile(api.deps);
    await fail(id);
    await reconcile(api.deps);
    expect([taken(), movedTo(api, paymentId)]).toEqual([count, moved]);
    expect(await reviewItems().findOne({ _id: `${key}:failed` })).toMatchObject({
      providerStatus: 'transfer_refused',
      status: 'open',
    });
    await expectTheBooksToAgree(api);
  });

  it('stays on the own account where none is connected', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    const [charge] = api.sandbox.journal.charges(paymentId);
    expect(charge).not.toHaveProperty('destination');
    expect(charge).not.toHaveProperty('onBehalfOf');
    expect(movedTo(api, paymentId)).toEqual([]);
    expect(await payments().findOne({ _id: paymentId })).toMatchObject({ account: null });
  });

  it('goes to the own account again once it is disconnected', async () => {
    const { payer } = await aConnectedPayer();
    await disconnect(payer);
    const paymentId = randomUUID();
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    expect(movedTo(api, paymentId)).toEqual([]);
  });

  it('takes 3-D Secure, and answers a repeated request with the one charge', async () => {
    const { payer, account } = await aConnectedPayer();
    const options = { paymentId: randomUUID(), token: 'pm_card_authenticationRequired' };
    expect((await pay(api, payer.account, payer.dues, options)).status).toBe(202);
    const registered = await intents().findOne({ _id: options.paymentId });
    await api.sandbox.authenticate(registered?.intentId ?? '', 'complete');
    for (let time = 0; time < 2; time += 1)
      expect((await pay(api, payer.account, payer.dues, options)).status).toBe(200);
    expect(movedTo(api, options.paymentId)).toEqual([[account, sumOf(payer.dues)]]);
  });
});

describe('dues of several recipients', () => {
  it('are refused in one payment before anything is recorded, and paid one after another', async () => {
    const { payer, account } = await aConnectedPayer();
    const other = await aPayer({ organizationName: 'Hope Chapel', firstNm: 'Yusuf' });
    await link(payer, other);
    const paymentId = randomUUID();
    const both = await pay(api, payer.account, [payer.dues[0], other.dues[0]], { paymentId });
    expect([both.status, both.body.code, both.body.errors]).toMatchObject([
      422,
      'several_recipients',
      [{ path: 'donations', message: expect.stringContaining('Grace Church and Hope Chapel') }],
    ]);
    expect(await payments().countDocuments()).toBe(0);
    expect(await intents().findOne({ _id: paymentId })).toBeNull();
    expect(api.sandbox.journal.all().filter(({ effect }) => effect === 'payment_intent.created')).toEqual([]);
    expect((await pay(api, payer.account, [payer.dues[0]], { paymentId })).status).toBe(200);
    const second = randomUUID();
    expect((await pay(api, payer.account, [other.dues[0]], { paymentId: second })).status).toBe(200);
    expect(movedTo(api, paymentId)).toEqual([[account, payer.dues[0].amount]]);
    expect(movedTo(api, second)).toEqual([]);
  });

  it('are one recipient where the organizations share an account', async () => {
    const { payer, account } = await aConnectedPayer();
    const other = await aPayer({ organizationName: 'Hope Chapel', firstNm: 'Yusuf' });
    await connectAccount(api, other.organizationNumber, { account });
    await link(payer, other);
    const lines = [payer.dues[0], other.dues[0]];
    const paymentId = randomUUID();
    expect((await pay(api, payer.account, lines, { paymentId })).status).toBe(200);
    expect(movedTo(api, paymentId)).toEqual([[account, sumOf(lines)]]);
  });
});

describe('an account that takes no payments', () => {
  it.each(['restricted', 'deauthorized'] as const)('%s: nothing is recorded or charged', async (state) => {
    const { payer, account } = await aConnectedPayer();
    await api.sandbox.changeAccount(account, state);
    // The provider refuses the first one; by that it is known.
    const first = await pay(api, payer.account, payer.dues);
    expect([first.status, first.body.code]).toEqual([409, 'recipient_unavailable']);
    await sweepAccounts(api.deps);
    expect(await storedState(payer.organizationNumber)).toBe(state);
    const count = await payments().countDocuments();
    const answer = await pay(api, payer.account, payer.dues);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'recipient_unavailable',
      'Grace Church cannot take card payments at the moment. Please ask its office how to pay.',
    ]);
    expect(await payments().countDocuments()).toBe(count);
    expect(api.sandbox.journal.charges()).toEqual([]);
    if (state === 'restricted') await api.sandbox.changeAccount(account, 'active');
    else await disconnect(payer);
    api.advance(6 * 3_600_000 + 1);
    await sweepAccounts(api.deps);
    await expectNothingStuck(api, payer);
  });

  it.each(['intent-created', 'intent-registered', 'attempted'])(
    'restricted at "%s": nothing is charged, and the dues are free at once',
    async (at) => {
      const { payer, account } = await aConnectedPayer();
      const paymentId = randomUUID();
      steps.runAt(at, () => api.sandbox.changeAccount(account, 'restricted'));
      const answer = await pay(api, payer.account, payer.dues, { paymentId });
      expect([answer.status, answer.body.code]).toEqual([409, 'recipient_unavailable']);
      expect(api.sandbox.journal.charges()).toEqual([]);
      await api.sandbox.changeAccount(account, 'active');
      expect((await pay(api, payer.account, payer.dues, { paymentId })).body.code).toBe('payment_closed');
      expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
      await expectTheBooksToAgree(api);
    },
  );
});

const POINTS = ['opened', 'recorded', 'claimed', 'intent-created', 'intent-registered', 'attempted'] as const;

describe('the account of a recorded payment', () => {
  it.each(POINTS)(
    'is the one it was recorded with: disconnected at "%s", nothing goes elsewhere',
    async (at) => {
      const { payer } = await aConnectedPayer();
      const paymentId = randomUUID();
      steps.runAt(at, () => disconnect(payer));
      const answer = await pay(api, payer.account, payer.dues, { paymentId });
      expect([answer.status, answer.body.code]).toEqual([409, 'recipient_unavailable']);
      expect(api.sandbox.journal.charges(paymentId)).toEqual([]);
      await expectNothingStuck(api, payer);
    },
  );

  it.each(['opened', 'recorded', 'claimed', 'intent-created'])(
    'is the own one where none was connected: connected at "%s", it stays there',
    async (at) => {
      const payer = await aPayer();
      const paymentId = randomUUID();
      steps.runAt(at, () => connectAccount(api, payer.organizationNumber));
      expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
      expect(movedTo(api, paymentId)).toEqual([]);
      expect(api.sandbox.journal.charges(paymentId)[0]).not.toHaveProperty('destination');
      await expectTheBooksToAgree(api);
    },
  );

  it('is the first one’s, of two requests with one key between which another is connected', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const twin: number[] = [];
    // The first has looked for the account; the second comes and records the payment after it was connected.
    steps.runAt('quoted', async () => {
      await connectAccount(api, payer.organizationNumber);
      twin.push((await pay(api, payer.account, payer.dues, { paymentId })).status);
    });
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    expect(twin).toEqual([200]);
    expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
    const account = (await payments().findOne({ _id: paymentId }))?.account;
    expect(movedTo(api, paymentId)).toEqual([[account, sumOf(payer.dues)]]);
    await expectTheBooksToAgree(api);
  });

  it('is checked before a charge is booked', async () => {
    const { payer } = await aConnectedPayer();
    const paymentId = randomUUID();
    api.sandbox.faults.add({ kind: 'refuse', match: { path: '/v1/payment_intents/*/confirm' }, times: 2 });
    await pay(api, payer.account, payer.dues, { paymentId });
    const payment = await payments().findOne({ _id: paymentId });
    const registered = await intents().findOne({ _id: paymentId });
    if (!payment || !registered) throw new Error('the payment was not recorded');
    const intent = await api.deps.provider.retrieveIntent(registered.intentId);
    const elsewhere = { ...intent, status: 'succeeded' as const, accountId: 'acct_other' };
    expect(await settleIntent(payment, elsewhere, api.deps)).toEqual({ kind: 'processing' });
    expect(await reviewItems().findOne({ _id: intent.id })).not.toBeNull();
    await reviewItems().deleteMany({});
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });
});

describe('a process that dies while it pays a connected organization', () => {
  it.each([...POINTS, 'confirmed', 'booked', 'finalized'])('at "%s": one charge at most', async (point) => {
    const { payer, account } = await aConnectedPayer();
    const options = { paymentId: randomUUID() };
    steps.crashAt(point);
    await pay(api, payer.account, payer.dues, options);
    steps.reset();
    expect((await pay(api, payer.account, payer.dues, options)).status).toBe(200);
    expect(movedTo(api, options.paymentId)).toEqual([[account, sumOf(payer.dues)]]);
    await expectTheBooksToAgree(api);
  });

  it.each(POINTS)('at "%s", and is disconnected meanwhile: nothing goes elsewhere', async (point) => {
    const { payer } = await aConnectedPayer();
    const options = { paymentId: randomUUID() };
    steps.crashAt(point);
    await pay(api, payer.account, payer.dues, options);
    steps.reset();
    await disconnect(payer);
    const again = await pay(api, payer.account, payer.dues, options);
    const isRecorded = point !== 'opened';
    expect(again.status).toBe(isRecorded ? 409 : 200);
    if (isRecorded) expect(api.sandbox.journal.charges(options.paymentId)).toEqual([]);
    await sweepLater(api);
    await expectNothingStuck(api, payer);
  });
});

describe('two who pay a connected organization at once', () => {
  it('charge once', async () => {
    const { payer, account } = await aConnectedPayer();
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const answers = await Promise.all(
      ids.map((paymentId) => pay(api, payer.account, payer.dues, { paymentId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(ids.flatMap((id) => movedTo(api, id))).toEqual([[account, sumOf(payer.dues)]]);
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });
});
