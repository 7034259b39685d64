import { expect, it } from 'vitest';
import { cents } from './money.ts';
import { outcomeLines } from './run-board.ts';

it.each([
  [0, 'Left in Grace Fund', 0],
  [12_500, 'Left in Grace Fund', 12_500],
  [-200_520, 'Grace Fund is below zero by', 200_520],
])('a fund that holds %d says so in words', (left, label, amount) => {
  const run = { campaignName: 'Grace Fund', collected: 0, paidOut: 0, fees: 0, left };
  expect(outcomeLines(run, 1).at(-1)).toEqual({ label, amount: cents(amount) });
});
