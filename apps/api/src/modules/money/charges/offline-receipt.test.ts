import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import type { PayableLine } from '../../../../test/payer.ts';
import { expectNothingStuck, expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { recordOfflineReceipts, type OfflineReceipt } from './offline-receipt.service.ts';
import { openPayments } from './charge.model.ts';

const { steps, api, payer } = await apiWithSteps();

const POINTS = [
  'receipt-opened',
  'receipt-claimed',
  'receipt-registered',
  'receipt-booked',
  'receipt-finalized',
] as const;

const cash = (lines: readonly PayableLine[], change: Partial<OfflineReceipt> = {}): OfflineReceipt => ({
  receiptId: randomUUID(),
  method: 'cash',
  lines,
  paidDt: api.deps.now(),
  recordedBy: 'treasurer@demo.test',
  currency: 'usd',
  ...change,
});
const record = (...receipts: OfflineReceipt[]) => recordOfflineReceipts(receipts, api.deps);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'recorded',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
const entryOf = ({ receiptId }: OfflineReceipt) => ledgerEntries().findOne({ _id: `cash:${receiptId}` });
async function openOf({ donationId }: PayableLine): Promise<number> {
  const [donation] = await findDonations([donationId]);
  return donation ? donation.minAmountDue - donation.paymentsTotal : NaN;
}

describe('cash and checks', () => {
  it('are booked once, however often they are recorded, each posting under its organization', async () => {
    const receipt = cash([...payer.dues, payer.linked], { currency: 'eur' });
    await record(receipt);
    await record(receipt);
    for (const line of receipt.lines) expect(await openOf(line)).toBe(0);
    const entry = await entryOf(receipt);
    expect(entry?.currency).toBe('eur');
    expect(entry?.postings.slice(1).map(({ organizationNumber }) => organizationNumber)).toEqual(
      Array<string>(3).fill(payer.organizationNumber),
    );
    expect(await openPayments().countDocuments({})).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('are refused for more than is owed, alone and in two lines, and can be recorded right after', async () => {
    const [line] = payer.dues;
    const receipt = cash([{ ...line, amount: cents(line.amount + 1) }]);
    expect(await codeOf(record(receipt))).toBe('invalid');
    expect(await codeOf(record(cash([line, line])))).toBe('invalid');
    expect(await codeOf(record(cash([{ ...line, amount: cents(0) }])))).toBe('invalid');
    expect(await entryOf(receipt)).toBeNull();
    await record({ ...receipt, lines: [line] });
    expect(await openOf(line)).toBe(0);
    expect(await codeOf(record({ ...receipt, lines: [payer.dues[1]] }))).toBe('idempotency_mismatch');
    await expectNothingStuck(api, payer);
  });

  it('are booked although another of them is refused', async () => {
    const [line, other] = payer.dues;
    const tooMuch = cash([{ ...line, amount: cents(line.amount + 1) }]);
    expect(await codeOf(record(tooMuch, cash([other])))).toBe('invalid');
    expect([await openOf(line), await openOf(other)]).toEqual([line.amount, 0]);
  });

  it('recorded twenty times at once are one', async () => {
    const receipt = cash(payer.dues);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(record(receipt))));
    expect(new Set(codes)).toEqual(new Set(['recorded']));
    for (const line of receipt.lines) expect(await openOf(line)).toBe(0);
    expect(await openPayments().countDocuments({})).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it.each(POINTS.flatMap((at) => [0, 1].map((more) => ({ at, more }))))(
    'recorded with other lines as well, $more cents too much, while the first is at "$at", keep the lines that were decided first',
    async ({ at, more }) => {
      const [line, other] = payer.dues;
      const receipt = cash([line]);
      const lines = [{ ...other, amount: cents(other.amount + more) }];
      const codes: string[] = [];
      steps.runAt(at, async () => codes.push(await codeOf(record({ ...receipt, lines }))));
      codes.push(await codeOf(record(receipt)));
      // The registered request is booked: the first one from its registration on, until then the second.
      const decided = POINTS.indexOf(at) < POINTS.indexOf('receipt-registered') ? 'second' : 'first';
      const isSecondOwed = more === 0;
      const [second, first] = codes;
      if (decided === 'first') expect([first, second]).toEqual(['recorded', 'idempotency_mismatch']);
      else if (isSecondOwed) expect([first, second]).toEqual(['idempotency_mismatch', 'recorded']);
      else expect([first, second]).toEqual(['payment_in_progress', 'invalid']);
      expect([await openOf(line), await openOf(other)]).toEqual([
        first === 'recorded' ? 0 : line.amount,
        second === 'recorded' ? 0 : other.amount,
      ]);
      await expectNothingStuck(api, payer);
    },
  );

  it('with the same total, divided otherwise, are another receipt', async () => {
    const [line, other] = payer.dues;
    const of = (first: number, second: number) => [
      { ...line, amount: cents(first) },
      { ...other, amount: cents(second) },
    ];
    const receipt = cash(of(500, 700));
    await record(receipt);
    expect(await codeOf(record({ ...receipt, lines: of(700, 500) }))).toBe('idempotency_mismatch');
    expect(await codeOf(record(receipt))).toBe('recorded');
    await expectNothingStuck(api, payer);
  });

  it('of two for the same dues at once, one is recorded', async () => {
    const [line] = payer.dues;
    const codes = await Promise.all(
      [cash([line]), cash([line]), cash([line])].map((each) => codeOf(record(each))),
    );
    expect(codes.filter((code) => code === 'recorded').length).toBeLessThanOrEqual(1);
    await sweepLater(api);
    expect(await openOf(line)).toBeGreaterThanOrEqual(0);
    await expectNothingStuck(api, payer);
  });
});

describe('cash beside a card for the same dues', () => {
  it.each(['recorded', 'claimed', 'rechecked', 'intent-registered', 'confirmed', 'booked', 'finalized'])(
    'recorded while the card is at "%s" never pays too much',
    async (at) => {
      const [line] = payer.dues;
      const codes: string[] = [];
      steps.runAt(at, async () => codes.push(await codeOf(record(cash([line])))));
      const { status } = await pay(api, payer.account, [line]);
      expect([status, ...codes]).toEqual(
        at === 'recorded' ? [409, 'recorded'] : [200, at === 'finalized' ? 'invalid' : 'payment_in_progress'],
      );
      expect(await openOf(line)).toBe(0);
      await expectNothingStuck(api, payer);
    },
  );

  it.each(POINTS)('standing at "%s" itself keeps the card from paying', async (at) => {
    const [line] = payer.dues;
    const statuses: number[] = [];
    steps.runAt(at, async () => statuses.push((await pay(api, payer.account, [line])).status));
    const code = await codeOf(record(cash([line])));
    expect([code, ...statuses]).toEqual(
      // At 'receipt-opened' nothing is claimed yet; from 'receipt-booked' on nothing is owed.
      at === 'receipt-opened'
        ? ['invalid', 200]
        : ['recorded', ['receipt-booked', 'receipt-finalized'].includes(at) ? 422 : 409],
    );
    expect(await openOf(line)).toBe(0);
    await expectNothingStuck(api, payer);
  });
});

describe('a process that dies while it records cash', () => {
  it.each(POINTS)('at "%s" leaves nothing stuck, and the receipt can be recorded again', async (point) => {
    const receipt = cash(payer.dues);
    steps.crashAt(point);
    expect(await codeOf(record(receipt))).toContain('crashed');
    await sweepLater(api);
    expect(await openPayments().countDocuments({})).toBe(0);
    // The sweep books a registered receipt and closes one that is not registered.
    const isDecided = POINTS.indexOf(point) >= POINTS.indexOf('receipt-registered');
    expect((await entryOf(receipt)) !== null).toBe(isDecided);
    await record(receipt);
    for (const line of receipt.lines) expect(await openOf(line)).toBe(0);
    await expectNothingStuck(api, payer);
  });

  it.each(['receipt-opened', 'receipt-claimed'])(
    'and is only slow, at "%s": the sweep closes it',
    async (at) => {
      const receipt = cash(payer.dues);
      steps.runAt(at, () => sweepLater(api));
      expect(await codeOf(record(receipt))).toBe('payment_in_progress');
      expect(await entryOf(receipt)).toBeNull();
      await record(receipt);
      expect(await entryOf(receipt)).not.toBeNull();
      await expectNothingStuck(api, payer);
    },
  );
});
