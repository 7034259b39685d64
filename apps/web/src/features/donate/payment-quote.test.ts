import { cents } from '@kinfold/domain/money';
import { Donation } from '@kinfold/domain/donation';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { donation, inDays } from '../../test/factories.ts';
import { quotePayment } from './payment-quote.ts';

const due = (id: string, owed: number, daysAgo: number, more: object = {}) =>
  z.parse(
    Donation,
    donation({
      _id: id.repeat(24),
      createdDt: inDays(-daysAgo),
      minAmountDue: owed,
      totalBalance: owed,
      payableBalance: owed,
      ...more,
    }),
  );

const old = due('1', 20, 60, { runStatus: 'ended' });
const recent = due('2', 45, 5);
const others = due('3', 30, 10);
const compose = (more: Partial<Parameters<typeof quotePayment>[0]> = {}) =>
  quotePayment({ dues: [recent, old], isGift: false, amountText: null, linkedDues: [], ...more });

describe('quotePayment', () => {
  it('pays everything that is due, oldest first, with the fee to the cent', () => {
    const { lines, figures } = compose();
    expect(lines.map((line) => [line.donation_id[0], line.amount, line.isPrimary])).toEqual([
      ['1', 2000, true],
      ['2', 4500, true],
    ]);
    expect(figures).toEqual({ amount: 6500, processingFee: 129, total: 6629 });
  });

  it('adds what ticked accounts owe', () => {
    const { lines, figures } = compose({ linkedDues: [others] });
    expect(lines.at(-1)).toMatchObject({ donation_id: others._id, amount: 3000, isPrimary: false });
    expect(figures).toEqual({ amount: 9500, processingFee: 167, total: 9667 });
  });

  it('pays a typed amount on the oldest dues and shows what stays open', () => {
    const { ownParts, figures } = compose({ amountText: '$25.50' });
    expect(ownParts.map(({ amount, left }) => [amount, left])).toEqual([
      [2000, 0],
      [550, 3950],
    ]);
    expect(figures.amount).toBe(2550);
  });

  it.each([
    ['', 'Enter an amount, for example 15.00'],
    ['abc', 'Enter an amount, for example 15.00'],
    ['1.234', 'Enter an amount, for example 15.00'],
    ['-5', 'Enter an amount, for example 15.00'],
    ['65.01', 'Enter $65.00 or less: that is all you owe'],
    ['0', 'Enter an amount above zero'],
  ])('refuses the amount "%s"', (amountText, problem) => {
    const payment = compose({ amountText });
    expect(payment.amountProblem).toBe(problem);
    expect(payment.figures.total).toBe(0);
  });

  it.each([
    ['64.99', 'This would leave $0.01 open, too little for a card to pay later. Please pay $0.01 more.'],
    ['19.99', 'This would leave $0.01 open, too little for a card to pay later. Please pay $0.01 more.'],
    ['0.01', 'A card can pay $0.02 or more, before the fee.'],
  ])('says beside the amount why a card cannot pay %s', (amountText, problem) => {
    expect(compose({ amountText })).toMatchObject({ amountProblem: problem, problem });
  });

  it('shows for the payment that one cent is too little if no amount is typed', () => {
    const cent = due('5', 0.01, 2);
    expect(compose({ dues: [cent] })).toMatchObject({
      amountProblem: undefined,
      problem: 'A card can pay $0.02 or more, before the fee.',
    });
    expect(compose({ dues: [cent, recent] }).problem).toBeUndefined();
  });

  it('can exclude the payer’s own dues when paying for a linked account', () => {
    expect(compose({ amountText: '0', linkedDues: [others] })).toMatchObject({
      amountProblem: undefined,
      figures: { amount: 3000 },
    });
  });

  it('excludes paid and paused dues', () => {
    const closed = due('4', 10, 3, { payableBalance: 0, runStatus: 'paused' });
    expect(compose({ dues: [closed] })).toMatchObject({ lines: [], problem: 'There is nothing to pay yet' });
  });

  it('accepts any amount as a gift, and has no lines for it', () => {
    expect(compose({ dues: [], isGift: true, amountText: '100' })).toMatchObject({
      lines: [],
      gift: cents(10_000),
      figures: { amount: 10_000, processingFee: 173, total: 10_173 },
      problem: undefined,
    });
    expect(compose({ dues: [], isGift: true }).amountProblem).toBe('Enter an amount, for example 15.00');
  });

  it('rejects an amount above the maximum of one payment', () => {
    expect(compose({ dues: [], isGift: true, amountText: '1000000.01' }).problem).toContain(
      'more than one card',
    );
  });

  it('rejects more dues than one payment can have', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...recent, _id: String(index) }));
    expect(compose({ dues: many }).problem).toContain('100 dues');
  });
});
