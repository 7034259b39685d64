import { expect, it } from 'vitest';
import { cents, ZERO } from './money.ts';
import { topUpText, walletMinimumOf } from './wallet.ts';

it('the minimums of several funds add up', () => {
  expect(walletMinimumOf([])).toBe(0);
  expect(walletMinimumOf([{}, { walletMinimum: cents(100_00) }, { walletMinimum: cents(50) }])).toBe(100_50);
});

it.each<[number, number, string | undefined]>([
  [0, 0, undefined],
  [100_00, 100_00, undefined],
  [100_00, 250_00, undefined],
  [100_00, 99_99, '$0.01'],
  [100_00, 0, '$100.00'],
])('of %i with %i ahead, %s is missing', (minimum, ahead, missing) => {
  const text = topUpText(cents(minimum), ahead ? cents(ahead) : ZERO, 'usd');
  expect(text).toBe(
    missing && `At least $100.00 is to be ahead: ${missing} is missing. The office takes it.`,
  );
});
