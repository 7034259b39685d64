import { describe, expect, it } from 'vitest';
import { depositLines, partsOfItem, type DepositItemType } from './deposit.ts';
import { cents, inProportion } from './money.ts';

const item = (type: DepositItemType, amount: number, fee = 0) => ({
  type,
  amount: cents(amount),
  fee: cents(fee),
});

describe('a deposit in words', () => {
  it.each([
    [
      [item('payment', 30_000, 900), item('payment', 20_462, 638), item('refund', -2_500)],
      { 'Paid in': 52_000, 'Card fees': -1_538, Refunded: -2_500, Deposited: 47_962 },
    ],
    [[item('batch', 3_500), item('cash_payment', 300)], { 'Paid in': 3_800, Deposited: 3_800 }],
    [
      [item('payment', 970, 30), item('dispute', -2_500, 1_500), item('fee', -200)],
      { 'Paid in': 1_000, 'Card fees': -1_730, Disputed: -1_000, Deposited: -1_730 },
    ],
    [
      [item('organizations', 900), item('other', 100)],
      { 'Paid in': 0, 'Other movements': 100, 'Of other organizations': 900, Deposited: 1_000 },
    ],
  ])('%# says what was paid in, kept and sent back', (items, lines) => {
    const found = depositLines(items);
    expect(Object.fromEntries(found.map(({ label, amount }) => [label, amount]))).toEqual(lines);
    const [deposited, ...rest] = found.toReversed();
    expect(rest.reduce((sum, { amount }) => sum + amount, 0)).toBe(deposited?.amount);
  });
});

describe('the parts of organizations', () => {
  const dues = [
    { organizationNumber: '1', amount: cents(333) },
    { organizationNumber: '2', amount: cents(667) },
  ];
  it.each([
    [1_061, 61],
    [1_000, 0],
    [-1_000, 0],
    [7, 5],
  ])('of %d with a fee of %d sum to both, to the cent', (moved, fee) => {
    const parts = partsOfItem(cents(moved), cents(fee), dues);
    const sum = (of: (part: (typeof parts)[number]) => number) =>
      parts.reduce((total, part) => total + of(part), 0);
    expect([sum((part) => part.dues + part.surcharge), sum((part) => part.fee)]).toEqual([moved, fee]);
    expect(inProportion(cents(moved), dues).reduce((total, { amount }) => total + amount, 0)).toBe(moved);
  });

  it('are none where nobody knows whose it is', () => {
    expect(partsOfItem(cents(100), cents(3), [])).toEqual([]);
  });
});
