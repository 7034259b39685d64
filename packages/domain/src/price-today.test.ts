import { describe, expect, it } from 'vitest';
import { addDays, END_OF_TIME } from './dates.ts';
import {
  afterMembershipStep,
  priceToday,
  withPriceOrigins,
  type MembershipContext,
  type MembershipStep,
} from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { cents } from './money.ts';

const now = new Date('2026-11-25T12:00:00Z');
const rules = [
  { label: 'Child', minAge: 0, maxAge: 17, price: cents(500) },
  { label: 'Senior', minAge: 65, maxAge: 150, price: cents(1850) },
];
const contextOn = (
  today: string,
  { birthDt = '2008-11-03' as string | null, relationship = 'Son', ...more }: Record<string, unknown> = {},
): MembershipContext => ({
  people: new Map([
    [
      'm',
      {
        ...{ _id: 'm', firstNm: 'Erik', lastNm: 'Moller', isActive: true },
        birthDt: birthDt as string | null,
        relationship: relationship as string,
      },
    ],
  ]),
  priceRules: rules,
  defaultPrice: cents(3000),
  fundRules: {},
  now,
  today,
  newId: () => 'new',
  ...more,
});
const part: CoveredPerson = {
  ...{ _id: 'p', member_id: 'm', price: cents(0), priceOverride: null },
  ...{ startDt: new Date('2020-01-01'), endDt: END_OF_TIME, isActive: true },
};
const state: MembershipState = {
  ...{ primaryMemberId: 'm', isActive: true, activeDt: now, totalPrice: cents(0), members: [part] },
};
const changed = (before: MembershipState, step: MembershipStep, context: MembershipContext) =>
  withPriceOrigins(before, afterMembershipStep(before, step, context), context);
/** The membership as its price was made on a day. */
const pricedOn = (today: string, more = {}) => changed(state, { do: 'refresh' }, contextOn(today, more));

describe('where a price comes from', () => {
  it('is kept with it: the rule, the day, the age and the relationship', () => {
    const made = pricedOn('2026-10-01');
    expect(made.members[0]).toMatchObject({
      price: 500,
      priceFrom: { rule: 'Child: 0 to 17 years', day: '2026-10-01', age: 17, relationship: 'Son' },
    });
    // A refresh that changes nothing keeps the day.
    expect(changed(made, { do: 'refresh' }, contextOn('2026-11-02'))).toEqual(made);
    const after = changed(made, { do: 'refresh' }, contextOn('2026-11-03'));
    expect(after.members[0]).toMatchObject({
      price: 3000,
      priceFrom: { rule: 'Default price', day: '2026-11-03', age: 18 },
    });
  });

  it('follows a price by hand', () => {
    const step = { do: 'set_price', member_id: 'm', price: cents(100) } as const;
    const by = changed(pricedOn('2026-10-01'), step, contextOn('2026-10-05'));
    expect(by.members[0]).toMatchObject({
      price: 100,
      priceFrom: { rule: 'Set by hand', day: '2026-10-05' },
    });
    expect(priceToday(by, contextOn('2026-12-01'))).toBeUndefined();
  });

  it('is left open where no rule of today gives the price, as after a death that was undone', () => {
    const made = pricedOn('2026-10-01');
    const back = { ...made, members: made.members.map((one) => ({ ...one, price: cents(1234) })) };
    const [one] = withPriceOrigins(made, back, contextOn('2026-10-05')).members;
    expect([one?.price, one?.priceFrom]).toEqual([1234, undefined]);
  });
});

describe('what it would cost today', () => {
  const made = pricedOn('2026-10-01');
  it.each([
    ['the day before the birthday', addDays('2026-11-03', -1), undefined],
    ['the birthday', '2026-11-03', { totalPrice: 3000, since: '2026-11-03' }],
    ['the day after', '2026-11-04', { totalPrice: 3000, since: '2026-11-03' }],
    ['years after, by the birthday that changed it', '2029-01-01', { totalPrice: 3000, since: '2026-11-03' }],
  ])('%s', (_case, today, expected) => {
    expect(priceToday(made, contextOn(today))).toEqual(expected);
  });

  it.each([
    ['a birth date that was corrected', { birthDt: '1950-01-01' }, 1850],
    ['a birth date that is not known any more', { birthDt: null }, 3000],
    ['rules that were changed', { priceRules: [] }, 3000],
    [
      'a relationship by which the fund does not cover them',
      {
        relationship: 'Parent',
        birthDt: '1950-01-01',
        fundRules: { ageLimits: [{ relationships: ['Parent'], maxAge: 70 }] },
      },
      0,
    ],
  ])('%s differs at once, since no birthday', (_case, more, totalPrice) => {
    expect(priceToday(made, contextOn('2026-10-01', more))).toEqual({ totalPrice, since: null });
  });

  it('of one that is not active differs from nothing', () => {
    for (const isActive of [false, null])
      expect(priceToday({ ...made, isActive }, contextOn('2026-12-01'))).toBeUndefined();
    const out = { ...made, members: made.members.map((one) => ({ ...one, isActive: false })) };
    expect(priceToday(out, contextOn('2026-12-01'))).toBeUndefined();
  });

  it.each([
    [-1, 500],
    [0, 0],
    [1, 0],
  ])('is nothing from the day on which somebody is over an age limit (%s days)', (days, price) => {
    const fundRules = { ageLimits: [{ relationships: ['Son'], maxAge: 17 }] };
    const on = addDays('2026-11-03', days);
    expect(pricedOn(on, { fundRules }).members[0]?.price).toBe(price);
    const byHand = { ...state, members: [{ ...part, priceOverride: cents(700) }] };
    expect(afterMembershipStep(byHand, { do: 'refresh' }, contextOn(on, { fundRules })).totalPrice).toBe(700);
  });
});
