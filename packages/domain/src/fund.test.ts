import { describe, expect, it } from 'vitest';
import { addFunds, fundAccount, fundByEntries, fundHolds, NO_FUNDS, paidOutAccount } from './fund.ts';
import { cents } from './money.ts';
import { donationAccount, isBalanced, type Posting } from './payment.ts';

const FUND = 'f'.repeat(24);
const DUES = ['a', 'b', 'c'];
const isOfFund = (account: string) => DUES.map(donationAccount).includes(account);

type Entry = { kind: string; postings: Posting[] };
const entry = (kind: string, account: string, amount: number, organizationNumber: string): Entry => ({
  kind,
  postings: [
    { account: 'elsewhere', amount: cents(-amount) },
    { account, amount: cents(amount), organizationNumber },
  ],
});

/** A random number generator that repeats itself. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

describe('what a fund holds', () => {
  it('is opening + received - refunded - paidOut, and the balance of its accounts, at every prefix', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomOf(seed);
      const entries: Entry[] = [];
      let balance = 0;
      for (let step = 0; step < 30; step += 1) {
        const amount = 1 + Math.floor(random() * 9_999);
        const due = donationAccount([...DUES, 'other'][Math.floor(random() * 4)] ?? 'a');
        const kinds: readonly Parameters<typeof entry>[] = [
          ['charge', due, -amount, '1'],
          ['cash', due, -amount, '2'],
          // Taken back by the office.
          ['cash', due, amount, '2'],
          ['credit', due, -amount, '1'],
          ['refund', due, amount, '1'],
          // It failed: the money came again.
          ['refund', due, -amount, '1'],
          ['dispute', due, amount, '1'],
          ['fund', fundAccount(FUND), random() < 0.5 ? amount : -amount, '1'],
          ['fund', fundAccount('another'), amount, '1'],
          ['payout', paidOutAccount(FUND), amount, '1'],
        ];
        const next = entry(...(kinds[Math.floor(random() * kinds.length)] ?? ['cash', due, -amount, '1']));
        entries.push(next);
        expect(isBalanced(next.postings)).toBe(true);
        for (const posting of next.postings)
          if (
            isOfFund(posting.account) ||
            [fundAccount(FUND), paidOutAccount(FUND)].includes(posting.account)
          )
            balance -= posting.amount;
        const found = fundByEntries(FUND, isOfFund, entries);
        expect(fundHolds(addFunds(found.values()))).toBe(balance);
      }
    }
  });

  it('tells what came in, went back and was paid out apart, by organization', () => {
    const found = fundByEntries(FUND, isOfFund, [
      entry('fund', fundAccount(FUND), -500_00, '1'),
      entry('fund', fundAccount(FUND), 20_00, '1'),
      entry('check', donationAccount('a'), -30_00, '1'),
      entry('charge', donationAccount('b'), -40_00, '2'),
      entry('refund', donationAccount('b'), 15_00, '2'),
      entry('payout', paidOutAccount(FUND), 100_00, '1'),
      entry('check', donationAccount('other'), -30_00, '1'),
    ]);
    expect([...found]).toEqual([
      ['1', { opening: 480_00, received: 30_00, refunded: 0, paidOut: 100_00 }],
      ['2', { ...NO_FUNDS, received: 40_00, refunded: 15_00 }],
    ]);
  });
});
