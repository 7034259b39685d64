import { expect, it } from 'vitest';
import { cents } from './money.ts';
import { dividedBack, duesAfterRefund, waivedOfRefund } from './refund.ts';

it.each([
  ['owed', 5000, 5000, 0, 0, 0],
  [undefined, 5000, 5000, 0, 0, 0],
  ['waived', 5000, 5000, 0, 0, 5000],
  // Some of it was paid too much.
  ['waived', 5000, 1200, 0, 0, 1200],
  ['waived', 5000, -300, 0, 0, 0],
  // The part of the dead is never owed again, whatever was chosen.
  [undefined, 5000, 5000, 2000, 0, 2000],
  ['owed', 5000, 5000, 2000, 0, 2000],
  ['owed', 1500, 1500, 2000, 0, 1500],
  ['waived', 5000, 5000, 2000, 0, 5000],
  [undefined, 5000, 0, 2000, 0, 0],
  // A part of them is waived already: by a refund before, or by the office.
  ['owed', 5000, 5000, 5000, 5000, 0],
  ['owed', 3000, 3000, 5000, 4000, 1000],
  ['owed', 3000, 3000, 5000, 6000, 0],
  ['waived', 5000, 5000, 5000, 5000, 5000],
] as const)(
  'dues %s: of %i refunded, %i owed again and %i for the dead, with %i waived before, %i is waived',
  (dues, amount, owedAgain, partOfDead, alreadyWaived, waived) => {
    const facts = {
      balance: cents(owedAgain - amount),
      partOfDead: cents(partOfDead),
      alreadyWaived: cents(alreadyWaived),
    };
    expect(waivedOfRefund(cents(amount), dues, facts)).toBe(waived);
    const owed = Math.min(amount, Math.max(0, owedAgain)) - waived;
    expect(duesAfterRefund(cents(amount), dues, facts)).toEqual({ owed, waived });
  },
);

it.each([
  [5000, 5000, 5000, 0],
  [5000, 0, 0, 5000],
  [5000, -100, 0, 5000],
  [5000, 1200, 1200, 3800],
  [5000, 9000, 5000, 0],
])('of %i that came again, dues that need %i get %i, and %i is credit', (amount, balance, dues, credit) => {
  expect(dividedBack(cents(amount), cents(balance))).toEqual({ dues, credit });
});
