import { expect, it } from 'vitest';
import type { CalendarDate } from './dates.ts';
import { cents } from './money.ts';
import { belowSince, dormantDaysOf, topUpText, walletMinimumOf, walletSince } from './wallet.ts';

const day = (text: string) => text as CalendarDate;
const ASKED = day('2026-01-10');
const moved = (moves: readonly [string, number][]) =>
  moves.map(([on, amount]) => ({ day: day(on), amount: cents(amount) }));

it('the minimums of several funds add up, and the shortest time until dormant counts', () => {
  expect(walletMinimumOf([])).toBe(0);
  expect(walletMinimumOf([{}, { walletMinimum: cents(100_00) }, { walletMinimum: cents(50) }])).toBe(100_50);
  expect(dormantDaysOf([{}, { walletMinimum: cents(100_00) }, { walletDormantDays: 5 }])).toBeUndefined();
  const funds = [90, 30].map((walletDormantDays) => ({ walletMinimum: cents(1), walletDormantDays }));
  expect(dormantDaysOf(funds)).toBe(30);
});

it.each<[string, number, [string, number][], string | undefined]>([
  ['without a minimum never', 0, [], undefined],
  ['never filled: since it is asked for', 40_00, [], '2026-01-10'],
  ['filled a part: since it is asked for', 40_00, [['2026-02-01', 39_99]], '2026-01-10'],
  ['filled to the cent', 40_00, [['2026-02-01', 40_00]], undefined],
  ['filled before it was asked for', 40_00, [['2025-12-01', 50_00]], undefined],
  [
    'gone below before it was asked for',
    40_00,
    [
      ['2025-11-01', 50_00],
      ['2025-12-01', -20_00],
    ],
    '2026-01-10',
  ],
  [
    'gone below',
    40_00,
    [
      ['2026-02-01', 60_00],
      ['2026-08-03', -25_00],
    ],
    '2026-08-03',
  ],
  [
    'below, and lower again',
    40_00,
    [
      ['2026-02-01', 60_00],
      ['2026-08-03', -25_00],
      ['2026-09-01', -5_00],
    ],
    '2026-08-03',
  ],
  [
    'in any order',
    40_00,
    [
      ['2026-08-03', -25_00],
      ['2026-02-01', 60_00],
    ],
    '2026-08-03',
  ],
  [
    'filled again',
    40_00,
    [
      ['2026-02-01', 60_00],
      ['2026-08-03', -25_00],
      ['2026-08-20', 5_00],
    ],
    undefined,
  ],
  [
    'filled again on the same day',
    40_00,
    [
      ['2026-02-01', 60_00],
      ['2026-08-03', -25_00],
      ['2026-08-03', 25_00],
    ],
    undefined,
  ],
  [
    'below for a second time',
    40_00,
    [
      ['2026-02-01', 40_00],
      ['2026-03-01', -1],
      ['2026-04-01', 1],
      ['2026-05-01', -1],
    ],
    '2026-05-01',
  ],
])('%s', (_what, minimum, moves, since) => {
  expect(belowSince(cents(minimum), moved(moves), ASKED)).toBe(since);
});

it.each<[number | undefined, string, string]>([
  [undefined, '2026-11-26', ''],
  [90, '2026-11-01', ' It has had less since August 3, 2026, and is dormant from November 2, 2026.'],
  [90, '2026-11-02', ' It has had less since August 3, 2026, for more than 90 days: it is dormant.'],
])('with %s days until dormant, on %s', (dormantDays, today, more) => {
  const movements = moved([
    ['2026-02-01', 60_00],
    ['2026-08-03', -48_00],
  ]);
  const text = (minimum: number) =>
    topUpText({ minimum: cents(minimum), dormantDays, movements, asked: ASKED }, day(today), 'usd');
  expect(text(40_00)).toBe(
    `The fund account is at $12.00; at least $40.00 keeps the household covered when dues are made. $28.00 is missing. The office takes it.${more}`,
  );
  expect(text(12_00)).toBeUndefined();
});

it.each<[string, Parameters<typeof membership>, string]>([
  ['the beginning of the fund', ['2024-05-01', 40, [], '2020-01-01', '2020-01-01'], '2024-05-01'],
  ['of the membership', ['2024-05-01', 40, [], '2026-02-01', '2026-02-01'], '2026-02-01'],
  ['that is active again', ['2024-05-01', 40, [], '2026-04-01', '2026-02-01'], '2026-04-01'],
  ['of who joined first', ['2024-05-01', 40, [], '2026-02-01', '2026-02-03', '2026-06-01'], '2026-02-03'],
  [
    'the minimum that was set',
    ['2024-05-01', 40, [[undefined, '2026-07-01']], '2025-01-01', '2025-01-01'],
    '2026-07-01',
  ],
  ['raised', ['2024-05-01', 40, [[20, '2026-07-01']], '2025-01-01', '2025-01-01'], '2026-07-01'],
  ['lowered', ['2024-05-01', 40, [[60, '2026-07-01']], '2025-01-01', '2025-01-01'], '2026-07-01'],
  [
    'and not another rule of the fund',
    [
      '2024-05-01',
      40,
      [
        [20, '2026-07-01'],
        [40, '2026-08-01'],
      ],
      '2025-01-01',
      '2025-01-01',
    ],
    '2026-07-01',
  ],
  [
    'set again after it was another',
    [
      '2024-05-01',
      40,
      [
        [40, '2026-07-01'],
        [20, '2026-08-01'],
      ],
      '2025-01-01',
      '2025-01-01',
    ],
    '2026-08-01',
  ],
])('a wallet is asked for since %s', (_what, made, since) => {
  const older = membership('2020-01-01', 10, [], '2020-02-01', '2020-02-01');
  expect([walletSince([membership(...made)]), walletSince([older, membership(...made)])]).toEqual([
    new Date(since),
    new Date(since),
  ]);
});

/** A membership in a fund, with its minimum, the earlier ones, and the days of becoming active and of joining. */
function membership(
  created: string,
  minimum: number,
  earlier: [number | undefined, string][],
  active: string,
  ...joined: string[]
) {
  const rules = (walletMinimum?: number) =>
    walletMinimum === undefined ? {} : { walletMinimum: cents(walletMinimum) };
  const fund = {
    fundRules: rules(minimum),
    earlier: earlier.map(([before, until]) => ({ fundRules: rules(before), until: new Date(until) })),
    createdDt: new Date(created),
  };
  const members = joined.map((on) => ({ startDt: new Date(on) }));
  return { fund, activeDt: new Date(active), members };
}
