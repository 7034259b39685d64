import { expect, it } from 'vitest';
import { processingFee } from './fee.ts';
import { cents } from './money.ts';

it.each([
  { amount: 0, fee: 0, why: 'nothing to pay has no fee' },
  { amount: 1, fee: 48, why: 'one cent: 48.0125' },
  { amount: 39, fee: 48, why: 'just below half a cent: 48.4875' },
  { amount: 40, fee: 49, why: 'exactly half a cent rounds up: 48.5' },
  { amount: 41, fee: 49, why: 'just above half a cent: 48.5125' },
  { amount: 119, fee: 49, why: 'below the next half: 49.4875' },
  { amount: 120, fee: 50, why: 'half up again: 49.5, not to the even' },
  { amount: 200, fee: 51, why: 'half up on 50.5' },
  { amount: 2_500, fee: 79, why: '25.00 costs 0.3125 + 0.48' },
  { amount: 10_000, fee: 173, why: '100.00 costs 1.25 + 0.48' },
  { amount: 99_999_999, fee: 1_250_048, why: 'the largest charge' },
])('the fee of $amount cents is $fee: $why', ({ amount, fee }) => {
  expect(processingFee(cents(amount))).toBe(fee);
});

it('equals an exact reference for every amount from 1 to 1,000,000 cents', () => {
  const wrong: number[] = [];
  for (let amount = 1; amount <= 1_000_000; amount += 1) {
    // 1.25 % + 48 cents in ten-thousandths of a cent; half up is adding a half and cutting off.
    const exact = BigInt(amount) * 125n + 480_000n;
    if (processingFee(cents(amount)) !== Number((exact + 5_000n) / 10_000n)) wrong.push(amount);
  }
  expect(wrong).toEqual([]);
});

it('refuses a negative amount', () => {
  expect(() => processingFee(cents(-1))).toThrow(RangeError);
});
