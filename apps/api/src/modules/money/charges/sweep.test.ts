import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCheckpoints } from '../../../../test/checkpoints.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { chargedEvent, expectTheBooksToAgree, forgetCardTries, pay } from '../../../../test/paying.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { payments } from '../ledger/payment.model.ts';
import { newMarker, openPayments } from './charge.model.ts';
import { sweep } from './sweep.service.ts';
import { handleEvent } from './webhook.service.ts';

const steps = testCheckpoints();
let api: Api;
let swept = 0;
let onSwept: (count: number) => Promise<unknown> | undefined = () => undefined;
beforeAll(async () => {
  api = await startApi({
    async checkpoint(name) {
      if (name === 'swept-one') {
        swept += 1;
        await onSwept(swept);
      }
      await steps.checkpoint(name);
    },
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  swept = 0;
  onSwept = () => undefined;
  await forgetCardTries();
  await openPayments().deleteMany({});
});

/** The id of a payment whose process died after the charge and before the ledger entry. */
async function aChargedPayment(): Promise<string> {
  const payer = await aPayer();
  const paymentId = randomUUID();
  steps.crashAt('confirmed');
  await pay(api, payer.account, payer.dues, { paymentId });
  expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
  return paymentId;
}

/** Payments that were recorded and never got an intent, as a process that dies before it asks for one leaves them. */
async function refusedTries(count: number): Promise<void> {
  const [like] = await payments().find().limit(1).toArray();
  if (!like) throw new Error('there is no payment to copy');
  const now = api.deps.now();
  const tries = Array.from({ length: count }, () => ({ ...like, _id: randomUUID(), createdDt: now }));
  await payments().insertMany(tries);
  await openPayments().insertMany(tries.map(({ _id }) => newMarker(_id, now)));
}

const isBooked = async (paymentId: string) =>
  (await ledgerEntries().findOne({ _id: `charge:${paymentId}` })) !== null;

describe('a charged payment that nobody finished', () => {
  it('is booked before 300 refused tries that are older are closed', async () => {
    const first = await aChargedPayment();
    await refusedTries(300);
    api.advance(1_000);
    const paymentId = await aChargedPayment();
    const bookedAfter: number[] = [];
    onSwept = async (count) => {
      if (await isBooked(paymentId)) bookedAfter.push(count);
    };
    api.advance(61_000);
    await sweep(api.deps);
    // Several are swept at a time: at most those go first.
    expect(Math.min(...bookedAfter)).toBeLessThanOrEqual(8);
    expect(await isBooked(first)).toBe(true);
    expect(await openPayments().countDocuments({})).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('is booked before the rest when it becomes due while the sweep is at work', async () => {
    await aChargedPayment();
    await refusedTries(200);
    api.advance(30_000);
    const paymentId = await aChargedPayment();
    let bookedAfter = Infinity;
    onSwept = async (count) => {
      if (count === 20) api.advance(31_000);
      if (bookedAfter === Infinity && (await isBooked(paymentId))) bookedAfter = count;
    };
    api.advance(31_000);
    await sweep(api.deps);
    expect(bookedAfter).toBeLessThan(100);
    expect(await openPayments().countDocuments({})).toBe(0);
  });

  it('comes before 100 others that were checked before and could not be settled', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    await refusedTries(100);
    await openPayments().updateMany({}, { $set: { isAttempted: true, sweeps: 3 } });
    api.advance(61_000);
    const paymentId = await aChargedPayment();
    let bookedAfter = Infinity;
    onSwept = async (count) => {
      if (bookedAfter === Infinity && (await isBooked(paymentId))) bookedAfter = count;
    };
    api.advance(61_000);
    await sweep(api.deps);
    expect(bookedAfter).toBeLessThanOrEqual(8);
  });
});

describe('a payment that cannot be settled', () => {
  /** Runs the sweep every 15 s with an intent that remains `processing`; gives the number of calls to the provider. */
  async function asksWithin(minutes: number): Promise<number> {
    const { provider } = api.deps;
    let asks = 0;
    const counting = {
      ...api.deps,
      provider: {
        ...provider,
        retrieveIntent: async (intentId: string) => {
          asks += 1;
          return { ...(await provider.retrieveIntent(intentId)), status: 'processing' as const };
        },
      },
    };
    for (let passed = 0; passed < minutes * 60; passed += 15) {
      api.advance(15_000);
      await sweep(counting);
    }
    return asks;
  }

  it('is checked less and less often, and at once on an event about it', async () => {
    const paymentId = await aChargedPayment();
    // After 1 min, then with backoff: 15 s, 30 s, 1 min, 2 min, 4 min, 5 min, 5 min …
    expect(await asksWithin(30)).toBeLessThan(15);
    await sweep(api.deps);
    expect(await isBooked(paymentId)).toBe(false);
    const event = await chargedEvent(paymentId);
    api.sandbox.faults.add({ kind: '500', match: { method: 'GET' }, times: 'always' });
    await expect(handleEvent(event, api.deps)).rejects.toThrow('the card provider could not be reached');
    api.sandbox.faults.clear();
    await sweep(api.deps);
    expect(await isBooked(paymentId)).toBe(true);
  });
});

it('a charged payment is booked within 75 s of the end of an outage of the provider, however long it was', async () => {
  const paymentId = await aChargedPayment();
  api.sandbox.faults.add({ kind: '500', times: 'always' });
  for (let minutes = 0; minutes < 15; minutes += 1) {
    api.advance(60_000);
    await sweep(api.deps);
  }
  api.sandbox.faults.clear();
  for (let passed = 0; passed < 75; passed += 15) {
    api.advance(15_000);
    await sweep(api.deps);
  }
  expect(await isBooked(paymentId)).toBe(true);
});

it('a postponed payment is checked again soon after its request was repeated', async () => {
  const payer = await aPayer();
  const paymentId = randomUUID();
  steps.crashAt('confirmed');
  await pay(api, payer.account, payer.dues, { paymentId });
  api.sandbox.faults.add({ kind: '500', match: { path: '/v1/payment_intents/**' }, times: 'always' });
  for (let looks = 0; looks < 6; looks += 1) {
    api.advance(300_000);
    await sweep(api.deps);
  }
  expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(202);
  api.sandbox.faults.clear();
  await sweep(api.deps);
  expect(await isBooked(paymentId)).toBe(true);
});

describe('several sweeps at once', () => {
  it('take each payment once', async () => {
    await aChargedPayment();
    await refusedTries(60);
    api.advance(61_000);
    const counts = await Promise.all([sweep(api.deps), sweep(api.deps), sweep(api.deps)]);
    expect(swept).toBe(61);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    await expectTheBooksToAgree(api);
  });
});
