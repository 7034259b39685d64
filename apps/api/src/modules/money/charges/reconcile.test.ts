import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { atProvider, intentOf } from '../../../../test/refunding.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import type { CardProvider, ProviderRecords } from '../../../platform/card-provider.ts';
import { ledgerEntries, type LedgerEntry } from '../ledger/ledger.model.ts';
import { reviewItems } from '../review-items/review-item.model.ts';
import { reconcile, reconcileNightly } from './reconcile.service.ts';
import { sweep } from './sweep.service.ts';

const { api, payer } = await apiWithSteps();

/** A payment, partly refunded, then disputed, all of it in the books. */
let paymentId: string;
let refundId: string;
let disputeId: string;
beforeEach(async () => {
  paymentId = randomUUID();
  await pay(api, payer.account, payer.dues, { paymentId });
  const { id, charge } = await atProvider(api, '/v1/refunds', {
    payment_intent: await intentOf(paymentId),
    amount: '700',
  });
  refundId = id;
  const dispute = await atProvider(api, '/v1/test_helpers/disputes', { charge, amount: '900' });
  disputeId = dispute.id;
  await reconcile(api.deps);
});

/** The names of the differences, with what was booked; `change` falsifies what the provider says. */
async function namesOf(change: (records: ProviderRecords) => ProviderRecords = (records) => records) {
  const provider: CardProvider = {
    ...api.deps.provider,
    recordsSince: async (since) => change(await api.deps.provider.recordsSince(since)),
  };
  const { differences } = await reconcile({ ...api.deps, provider });
  return differences
    .filter(
      ({ paymentId: id, providerId }) =>
        id === paymentId || providerId.includes('planted') || isOurs(providerId),
    )
    .map(({ name, isRepaired }) => `${name}${isRepaired ? ', booked' : ''}`);
}
const isOurs = (providerId: string) => [refundId, disputeId].some((id) => providerId.includes(id));

const entry = (_id: string) => ledgerEntries().findOne({ _id });
const remove = (_id: string) => ledgerEntries().deleteOne({ _id });
const plant = async (change: Partial<LedgerEntry> & { _id: string }) => {
  const known = await entry(`refund:${refundId}`);
  if (!known) throw new Error('the refund is in the books');
  await ledgerEntries().insertOne({ ...known, ...change });
};
/** Makes an entry move a cent more. */
const falsify = (_id: string) =>
  ledgerEntries().updateOne(
    { _id },
    { $inc: { 'postings.$[of].amount': 1 } },
    {
      arrayFilters: [{ 'of.account': 'provider:card' }],
    },
  );

describe('the reconciliation', () => {
  it('finds nothing where nothing differs; what the provider knew alone was booked', async () => {
    expect(await namesOf()).toEqual([]);
    expect(await entry(`refund:${refundId}`)).toMatchObject({ total: -700 });
    expect(await entry(`dispute:${disputeId}:1`)).toMatchObject({ total: -900 });
    await expectTheBooksToAgree(api);
  });

  it('asks for older refunds and disputes that moved money in its days', async () => {
    // No list has them: they are known by their entries, then only by the movements.
    const isOld = (records: ProviderRecords) => ({ ...records, refunds: [], disputes: [] });
    expect(await namesOf(isOld)).toEqual([]);
    await remove(`refund:${refundId}`);
    await remove(`dispute:${disputeId}:1`);
    expect(await namesOf(isOld)).toEqual(['refund missing here, booked', 'dispute missing here, booked']);
    expect(await namesOf(isOld)).toEqual([]);
  });

  const planted: [name: string, plant: () => Promise<unknown>][] = [
    ['charge missing here, booked', () => remove(`charge:${paymentId}`)],
    ['refund missing here, booked', () => remove(`refund:${refundId}`)],
    ['dispute missing here, booked', () => remove(`dispute:${disputeId}:1`)],
    [
      'failed refund not taken back, booked',
      () => atProvider(api, `/v1/test_helpers/refunds/${refundId}`, { status: 'failed' }),
    ],
    ['charge of another amount', () => falsify(`charge:${paymentId}`)],
    ['refund of another amount', () => falsify(`refund:${refundId}`)],
    ['dispute of another amount', () => falsify(`dispute:${disputeId}:1`)],
    [
      'charge in another currency',
      () => ledgerEntries().updateOne({ _id: `charge:${paymentId}` }, { $set: { currency: 'eur' } }),
    ],
    ['refund missing there', () => plant({ _id: 'refund:re_planted', providerRef: 're_planted' })],
    [
      'dispute missing there',
      () => plant({ _id: 'dispute:dp_planted:1', kind: 'dispute', providerRef: 'dp_planted' }),
    ],
    [
      'charge missing there',
      () => plant({ _id: 'charge:planted', kind: 'charge', providerRef: 'pi_planted' }),
    ],
  ];
  it.each(planted)('finds: %s', async (name, plantIt) => {
    await plantIt();
    expect(await namesOf()).toEqual([name]);
    // What was booked stays so.
    expect(await namesOf()).toEqual(name.endsWith('booked') ? [] : [name]);
  });

  const told: [name: string, change: (records: ProviderRecords) => ProviderRecords][] = [
    [
      'charge missing here',
      (records) => ({
        ...records,
        charges: [
          ...records.charges,
          ...records.charges.slice(0, 1).map((charge) => ({
            ...charge,
            id: 'ch_planted',
            intentId: 'pi_planted',
            paymentId: null,
          })),
        ],
      }),
    ],
    [
      'second charge of a payment',
      (records) => ({
        ...records,
        charges: records.charges.flatMap((charge) =>
          charge.paymentId === paymentId
            ? [charge, { ...charge, id: 'ch_planted', intentId: 'pi_planted' }]
            : [charge],
        ),
      }),
    ],
    [
      'movement without a source',
      (records) => ({
        ...records,
        movements: [
          ...records.movements,
          { id: 'txn_planted', type: 'adjustment', sourceId: null, amount: cents(-100), at: new Date() },
        ],
      }),
    ],
    ['payout without a movement', (records) => withPayout(records, [])],
    ['payout of another amount', (records) => withPayout(records, [-4_999])],
  ];
  it.each(told)('finds: %s', async (name, change) => {
    expect(await namesOf(change)).toEqual([name]);
  });

  it('puts what it cannot book on the list of the office, once', async () => {
    await plant({ _id: 'refund:re_planted', providerRef: 're_planted' });
    await reconcileNightly(api.deps);
    await reconcileNightly(api.deps);
    expect(await reviewItems().find({ providerId: 'refund:re_planted' }).toArray()).toMatchObject([
      { paymentId, providerStatus: 'difference', organizationNumber: payer.organizationNumber },
    ]);
    await sweep(api.deps);
  });
});

function withPayout(records: ProviderRecords, moved: readonly number[]): ProviderRecords {
  const payout = {
    ...records.refunds[0],
    kind: 'payout',
    id: 'po_planted',
    status: 'paid',
    amount: cents(5_000),
  };
  return {
    ...records,
    payouts: [payout as ProviderRecords['payouts'][number]],
    movements: [
      ...records.movements,
      ...moved.map((amount) => ({
        id: 'txn_planted',
        type: 'payout',
        sourceId: 'po_planted',
        amount: cents(amount),
        at: new Date(),
      })),
    ],
  };
}
