import { expect, it } from 'vitest';
import { cents } from './money.ts';
import { isOverLimit, ONE_PERSON, strictestOf, type TwoPerson } from './second-person.ts';

const limit = (amount: number): TwoPerson => ({ ...ONE_PERSON, refundOverCents: cents(amount) });

it.each([
  ['nobody asks', [], ONE_PERSON],
  ['one asks', [ONE_PERSON, limit(5000)], limit(5000)],
  ['the lower limit counts', [limit(9000), limit(5000)], limit(5000)],
  ['zero is a limit', [limit(0), limit(5000)], limit(0)],
  [
    'each rule by itself',
    [
      { ...ONE_PERSON, waiver: true },
      { ...limit(100), batchClose: true },
    ],
    { refundOverCents: 100, waiver: true, batchClose: true },
  ],
  [
    'the lower limit of claims',
    [
      { ...ONE_PERSON, claimOverCents: cents(900) },
      { ...ONE_PERSON, claimOverCents: cents(500) },
    ],
    { ...ONE_PERSON, claimOverCents: 500 },
  ],
])('%s', (_what, rules, strictest) => {
  expect(strictestOf(rules)).toEqual({ claimOverCents: null, ...strictest });
});

it.each([
  [ONE_PERSON, 1_000_000, 0, false],
  [limit(5000), 5000, 0, false],
  [limit(5000), 5001, 0, true],
  [limit(5000), 3000, 2001, true],
  [limit(0), 1, 0, true],
])('over %j: %i cents after %i is %s', (rules, amount, gone, isOver) => {
  expect(isOverLimit(rules, cents(amount), cents(gone))).toBe(isOver);
});
