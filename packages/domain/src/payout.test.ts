import { describe, expect, it } from 'vitest';
import { cents } from './money.ts';
import { PayoutForm, payoutLeft, payoutProblem } from './payout.ts';

const payout = (amount: number, state: 'recorded' | 'confirmed' | 'corrected' = 'recorded') => ({
  amount: cents(amount),
  state,
});

describe('what may be paid out', () => {
  it.each([
    ['all of it', 1_000_000, [], 1_000_000, true],
    ['a cent more', 1_000_000, [], 1_000_001, false],
    ['the rest', 1_000_000, [payout(400_000), payout(100_000, 'confirmed')], 500_000, true],
    ['more than the rest', 1_000_000, [payout(400_000), payout(100_000, 'confirmed')], 500_001, false],
    ['what was corrected', 1_000_000, [payout(1_000_000, 'corrected')], 1_000_000, true],
    ['anything after all', 1_000_000, [payout(1_000_000, 'confirmed')], 1, false],
  ] as const)('%s', (_what, approved, payouts, amount, isAllowed) => {
    const problem = payoutProblem(cents(amount), cents(approved), payouts, 'usd');
    expect(problem === undefined).toBe(isAllowed);
    expect(amount <= payoutLeft(cents(approved), payouts)).toBe(isAllowed);
  });

  it('is said with the figures', () => {
    expect(payoutProblem(cents(700_000), cents(1_000_000), [payout(400_000)], 'usd')).toBe(
      '$10,000.00 was approved and $4,000.00 is paid out, so $6,000.00 is left. Nothing was recorded.',
    );
  });

  it.each([
    [0, 'Enter an amount above zero'],
    [-5, 'Enter an amount above zero'],
    [1.5, 'Amounts are integer cents'],
    ['5', 'Amounts are integer cents'],
    [1_000_000_000, 'The amount is too large'],
  ])('of %j is refused', (amount, message) => {
    const { error } = PayoutForm.safeParse({ amount });
    expect(error?.issues.find(({ path }) => path[0] === 'amount')?.message).toBe(message);
  });

  it('has an id, a payee, an amount above zero, a way and a day', () => {
    const form = {
      payoutId: 'a2f0c1de-0000-4000-8000-000000000000',
      payee: 'p1',
      amount: 100,
      method: 'check',
      reference: '1001',
      paidDt: '11/20/2026',
    };
    expect(PayoutForm.parse(form)).toMatchObject({ paidDt: '2026-11-20', amount: 100 });
    for (const wrong of [
      { amount: 0 },
      { amount: -1 },
      { amount: 1.5 },
      { method: 'card' },
      { payee: '' },
      { paidDt: '02/30/2026' },
      { payoutId: 'a:b/c:d:e:f' },
    ])
      expect(PayoutForm.safeParse({ ...form, ...wrong }).success).toBe(false);
  });
});
