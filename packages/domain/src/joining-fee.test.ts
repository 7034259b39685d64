import { expect, it } from 'vitest';
import { END_OF_TIME } from './dates.ts';
import {
  joiningDue,
  joiningDueText,
  joiningFeeText,
  joiningMonth,
  newcomersOf,
  type JoiningFee,
} from './joining-fee.ts';
import type { CoveredPerson } from './membership-state.ts';
import { cents } from './money.ts';

const JOINED = new Date('2026-01-10T12:00:00Z');
const part = (member_id: string, more: Partial<CoveredPerson> = {}): CoveredPerson => ({
  ...{ _id: member_id, member_id, price: cents(25_00), priceOverride: null },
  ...{ startDt: JOINED, endDt: END_OF_TIME, isActive: true, ...more },
});
const of = (isActive: boolean | null, ...members: CoveredPerson[]) => ({
  ...{ isActive, primaryMemberId: 'ann', members },
});
const [ann, ben] = [part('ann'), part('ben')];
const child = part('cat', { price: cents(0) });
const waits = part('ann', { isActive: null });
const declined = part('ann', { isActive: false, endDt: JOINED });
const left = part('ben', { isActive: false, endDt: new Date('2026-03-01') });
const again = part('ben', { earlier: [{}] as unknown as NonNullable<CoveredPerson['earlier']> });

type State = ReturnType<typeof of>;
it.each<[string, State | undefined, State, string[], ids: string[], household: number, person: number]>([
  ['a household joins', undefined, of(true, ann, ben, child), [], ['ann', 'ben', 'cat'], 75, 150],
  ['it asks to join', undefined, of(null, waits), [], [], 0, 0],
  ['the office confirms it', of(null, waits), of(true, ann), [], ['ann'], 75, 75],
  ['it was declined, and joins after all', of(false, declined), of(true, ann), [], ['ann'], 75, 75],
  ['somebody is added', of(true, ann), of(true, ann, ben), [], ['ben'], 0, 75],
  ['a child without a price is added', of(true, ann), of(true, ann, child), [], ['cat'], 0, 0],
  ['somebody comes back', of(true, ann, left), of(true, ann, again), [], [], 0, 0],
  ['the membership comes back', of(false, { ...left, member_id: 'ann' }), of(true, ann), [], [], 0, 0],
  ['nothing changes', of(true, ann, ben), of(true, ann, ben), [], [], 0, 0],
  ['it ends', of(true, ann), of(false, { ...left, member_id: 'ann' }), [], [], 0, 0],
  ['a grown child takes a membership', undefined, of(true, ann), ['ann'], ['ann'], 0, 0],
  ['they bring a spouse', undefined, of(true, ann, ben), ['ann'], ['ann', 'ben'], 0, 75],
  ['they join who was covered elsewhere', undefined, of(true, ann, ben), ['ben'], ['ann', 'ben'], 75, 75],
])('%s', (_what, before, after, known, ids, household, person) => {
  expect(newcomersOf(before, after).map(({ member_id }) => member_id)).toEqual(ids);
  const owed = (per: JoiningFee['per']) => {
    const due = joiningDue({ amount: cents(75_00), per }, before, after, new Set(known));
    const sum = due?.members.reduce((all, { price }) => all + price, 0);
    expect(sum).toBe(due?.amount);
    return (due?.amount ?? 0) / 100;
  };
  expect([owed('household'), owed('person')]).toEqual([household, person]);
  expect(joiningDue(undefined, before, after)).toBeUndefined();
});

it.each([
  ['2026-11-26T12:00:00Z', 'November 2026', '2026-11-01T05:00:00.000Z', '2026-12-31'],
  // Still November 30 there.
  ['2026-12-01T03:00:00Z', 'November 2026', '2026-11-01T05:00:00.000Z', '2026-12-31'],
  ['2026-12-31T12:00:00Z', 'December 2026', '2026-12-01T06:00:00.000Z', '2027-01-31'],
  ['2027-01-31T12:00:00Z', 'January 2027', '2027-01-01T06:00:00.000Z', '2027-02-28'],
  ['2028-01-01T12:00:00Z', 'January 2028', '2028-01-01T06:00:00.000Z', '2028-02-29'],
])('who joins at %s pays with those of %s, by the end of the next month', (at, month, from, lastDay) => {
  const { name, startDt, endDt, ...rest } = joiningMonth(new Date(at), 'America/Chicago');
  expect([name, startDt.toISOString(), rest.lastDay]).toEqual([`Joining fees, ${month}`, from, lastDay]);
  expect(endDt > new Date(`${lastDay}T23:59:59Z`)).toBe(true);
});

it('is said in sentences', () => {
  const fee = { amount: cents(75_00), per: 'household' } as const;
  expect([joiningFeeText(fee, 'usd'), joiningFeeText({ ...fee, per: 'person' }, 'usd')]).toEqual([
    'To join costs $75.00 once, for each household.',
    'To join costs $75.00 once, for each person with a price.',
  ]);
  expect([
    joiningDueText(cents(75_00), '2026-12-31', 'usd'),
    joiningDueText(cents(225_00), '2026-12-31', 'usd', 3),
  ]).toEqual([
    'A joining fee of $75.00 is owed once, by December 31, 2026.',
    'Joining fees of $225.00 in all are owed once, for 3 memberships, by December 31, 2026.',
  ]);
});
