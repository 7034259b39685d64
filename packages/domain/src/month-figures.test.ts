import { describe, expect, it } from 'vitest';
import { journalOfDeposit, journalOfEntry } from './journal.ts';
import { cents } from './money.ts';
import {
  collectedIn,
  depositFigures,
  entryFigures,
  NO_FIGURES,
  onItsWay,
  receivedIn,
  sumFigures,
} from './month-figures.ts';
import { monthName } from './month.ts';
import { isMonth, staysOpenText } from './month-report.ts';
import type { Posting } from './payment.ts';

const own = (account: string, amount: number, organizationNumber = '1'): Posting => ({
  account,
  amount: cents(amount),
  organizationNumber,
});
const outside = (account: string, amount: number): Posting => ({ account, amount: cents(amount) });

const CHARGE = [
  outside('provider:card', 3_000),
  own('donation:a', -1_000),
  own('donation:b', -1_900, '2'),
  outside('processing-fee', -100),
];
const CASH = [outside('offline:cash', 2_500), own('donation:a', -2_000), own('credit:m', -500)];
const UNKNOWN = [outside('offline:check', 700), own('unknown:p', -700)];
const ASSIGNED = [own('unknown:p', 700), own('donation:a', -700)];

/** Entries with what they are for organization 1: its figures, what was collected, and its journal. */
const ENTRIES: [kind: string, postings: Posting[], figures: object, collected: number, journal: object][] = [
  [
    'charge',
    CHARGE,
    { card: 1_000, runs: [{ run: 'run a', amount: 1_000 }] },
    1_000,
    { card: 1_000, dues: -1_000 },
  ],
  [
    'cash',
    CASH,
    {
      cash: 2_500,
      creditGiven: 500,
      runs: [
        { run: 'credit', amount: 500 },
        { run: 'run a', amount: 2_000 },
      ],
    },
    2_500,
    { cash: 2_500, ahead: -500, dues: -2_000 },
  ],
  [
    'check',
    UNKNOWN,
    { check: 700, runs: [{ run: 'unknown', amount: 700 }] },
    700,
    { cash: 700, unknown: -700 },
  ],
  [
    'check',
    ASSIGNED,
    {
      runs: [
        { run: 'run a', amount: 700 },
        { run: 'unknown', amount: -700 },
      ],
    },
    0,
    { unknown: 700, dues: -700 },
  ],
  [
    'zelle',
    [outside('offline:zelle', 300), own('donation:a', -300)],
    { zelle: 300 },
    300,
    { bank: 300, dues: -300 },
  ],
  [
    'refund',
    [own('donation:a', 400), outside('provider:card', -400)],
    { refunds: 400 },
    -400,
    { card: -400, dues: 400 },
  ],
  [
    'dispute',
    [own('donation:a', 50), outside('provider:card', -50)],
    { disputes: 50 },
    -50,
    { card: -50, dues: 50 },
  ],
  [
    'refund',
    [own('donation:a', 60), own('waived', 60), own('waiver:a', -60), outside('provider:card', -60)],
    { refunds: 60, waived: 60 },
    -60,
    { card: -60, dues: 60 },
  ],
  [
    'dispute',
    [own('donation:a', -30), own('credit:m', -20), outside('provider:card', 50)],
    { disputes: -50, creditGiven: 20 },
    50,
    { card: 50, ahead: -20, dues: -30 },
  ],
  ['waiver', [own('waived', 600), own('waiver:a', -600)], { waived: 600 }, 0, {}],
  [
    'credit',
    [own('credit:m', 200), own('donation:a', -200)],
    { creditUsed: 200 },
    0,
    { ahead: 200, dues: -200 },
  ],
  [
    'payback',
    [own('credit:m', 90), outside('offline:check', -90)],
    { creditPaidBack: 90 },
    -90,
    { bank: -90, ahead: 90 },
  ],
  [
    'payout',
    [own('paid-out:f', 700), outside('offline:check', -700)],
    { paidOut: 700 },
    0,
    { bank: -700, paidOut: 700 },
  ],
  [
    'payout',
    [own('paid-out:f', -700), outside('offline:check', 700)],
    { paidOut: -700 },
    0,
    { bank: 700, paidOut: -700 },
  ],
  ['opening', [outside('before:received', 80), outside('membership:x', -80)], {}, 0, {}],
  ['opening', [outside('before:received', 80), own('credit:m', -80)], {}, 0, { ahead: -80, opening: 80 }],
];

describe('the figures of a month', () => {
  it.each(ENTRIES)('count a %s entry', (kind, postings, figures, collected, journal) => {
    const found = entryFigures({ kind, postings }, '1', (id) => `run ${id}`);
    expect(found).toMatchObject(figures);
    expect(found.runs.reduce((sum, { amount }) => sum + amount, 0)).toBe(receivedIn(found));
    expect(collectedIn(found)).toBe(collected);
    const lines = journalOfEntry({ kind, postings }, '1');
    expect(Object.fromEntries(lines.map(({ account, amount }) => [account, amount]))).toEqual(journal);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('sum to what is on its way: received and in no deposit', () => {
    const parts = (dues: number, surcharge: number, fee: number) => ({
      parts: [
        { organizationNumber: '1', dues: cents(dues), surcharge: cents(surcharge), fee: cents(fee) },
        { organizationNumber: '2', dues: cents(9), surcharge: cents(9), fee: cents(9) },
      ],
    });
    const payout = { type: 'payout' as const, items: [parts(1_000, 61, 90), parts(-400, 0, 0)] };
    const cash = { type: 'cash' as const, items: [parts(2_500, 0, 0)] };
    const all = sumFigures([
      ...ENTRIES.map(([kind, postings]) => entryFigures({ kind, postings }, '1', (id) => id)),
      depositFigures(payout, '1'),
      depositFigures(cash, '1'),
    ]);
    expect(all).toMatchObject({ depositedCard: 600, depositedCash: 2_500, fees: 90, surcharges: 61 });
    expect(onItsWay(all)).toEqual({ card: 1_000 - 400 - 60 - 600, cash: 2_500 + 700 - 2_500 });
    expect(journalOfDeposit(payout, '1')).toEqual([
      { account: 'bank', amount: 571 },
      { account: 'card', amount: -600 },
      { account: 'fees', amount: 29 },
    ]);
    expect(sumFigures([all, NO_FIGURES])).toEqual(all);
  });
});

it('names months, and why one stays open', () => {
  expect([isMonth('2026-11'), isMonth('2026-13'), isMonth('11-2026'), isMonth('2026-1')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(monthName('2026-11')).toBe('November 2026');
  expect(staysOpenText('2026-10', [{ text: '2 batches are open' }])).toBe(
    'October 2026 stays open: 2 batches are open.',
  );
});
