import { describe, expect, it } from 'vitest';
import type { CalendarDate } from './dates.ts';
import { listedBy, monthsBetween, sumListed, totalsOf } from './listed-payment.ts';
import { cents } from './money.ts';
import type { Posting } from './payment.ts';

type Days = { from?: string; to?: string };
const TODAY = '2026-11-26' as CalendarDate;

it.each<[Days, Days & { before?: string }, Days[]] | [Days, undefined, Days[]]>([
  [{}, {}, []],
  [{ to: '2026-11-26' }, {}, []],
  [{ from: '2026-11-01' }, { from: '2026-11' }, []],
  [{ from: '2026-11-02' }, undefined, [{ from: '2026-11-02', to: undefined }]],
  [{ from: '2026-09-01', to: '2026-10-31' }, { from: '2026-09', before: '2026-11' }, []],
  [{ from: '2026-02-01', to: '2026-02-28' }, { from: '2026-02', before: '2026-03' }, []],
  [{ from: '2026-10-05', to: '2026-10-31' }, undefined, [{ from: '2026-10-05', to: '2026-10-31' }]],
  [{ from: '2026-10-05', to: '2026-11-03' }, undefined, [{ from: '2026-10-05', to: '2026-11-03' }]],
  [
    { from: '2026-08-15', to: '2026-11-03' },
    { from: '2026-09', before: '2026-11' },
    [
      { from: '2026-08-15', to: '2026-08-31' },
      { from: '2026-11-01', to: '2026-11-03' },
    ],
  ],
  [{ to: '2026-10-05' }, { before: '2026-10' }, [{ from: '2026-10-01', to: '2026-10-05' }]],
  [{ from: '2026-12-01', to: '2026-01-31' }, undefined, [{ from: '2026-12-01', to: '2026-01-31' }]],
])('of %j the whole months are %j, and other days %j', (asked, whole, days) => {
  expect(monthsBetween(asked, TODAY)).toEqual(whole ? { whole, days } : { days });
});

describe('payments of several organizations', () => {
  const at = (account: string, amount: number, organizationNumber?: string): Posting => ({
    account,
    amount: cents(amount),
    ...(organizationNumber && { organizationNumber }),
  });
  const charge = {
    _id: 'charge:1',
    kind: 'charge',
    postings: [
      at('provider:card', 110),
      at('donation:1', -60, 'A'),
      at('donation:2', -40, 'B'),
      at('processing-fee', -10),
    ],
  };
  const back = { _id: 'refund:1', kind: 'refund', postings: [at('donation:2', 15, 'B')] };
  const unknown = {
    _id: 'cash:2',
    kind: 'check',
    postings: [at('offline:check', 50), at('unknown:2', -50, 'B')],
  };
  const assigned = {
    _id: 'assigned:2',
    kind: 'check',
    postings: [at('unknown:2', 50, 'B'), at('donation:3', -30, 'A'), at('credit:x', -20, 'B')],
  };
  const waiver = { _id: 'waiver:3', kind: 'waiver', postings: [at('waiver:3', -5, 'A')] };
  const kept = new Map(
    ['A', 'B'].map((number) => [
      number,
      sumListed(
        [charge, unknown, assigned, waiver].flatMap((entry) => {
          const isIts = entry.postings.some(({ organizationNumber }) => organizationNumber === number);
          const listed = isIts && listedBy(entry, number, entry === charge ? [back] : []);
          return listed ? [listed] : [];
        }),
      ),
    ]),
  );

  it.each([
    ['A', { count: 2, received: 90, refunded: 0, fees: 10 }],
    ['B', { count: 2, received: 60, refunded: 15, fees: 10 }],
    ['AB', { count: 2, received: 150, refunded: 15, fees: 10 }],
  ])('count once in a list of %s', (numbers, totals) => {
    const listed = [...numbers].flatMap((number) => kept.get(number) ?? []);
    expect(totalsOf(listed, (number) => numbers.includes(number))).toEqual(totals);
  });
});
