import { describe, expect, it } from 'vitest';
import { coveredMemberPrice, membershipTotalPrice, type PricedMember } from './campaign-membership.ts';
import { cents } from './money.ts';

const today = '2026-11-21';
const rules = [
  { label: 'Child', minAge: 0, maxAge: 17, price: cents(500) },
  { label: 'Grown child', minAge: 18, maxAge: 25, relationships: ['Son', 'Daughter'], price: cents(700) },
  { label: 'Adult', minAge: 18, maxAge: 64, relationships: [], price: cents(1000) },
];

describe('the price of a covered member', () => {
  it.each([
    ['2026-11-21', 'Son', 500, 'the youngest age of a rule'],
    ['2008-11-22', 'Son', 500, '17, the day before the birthday'],
    ['2008-11-21', 'Son', 700, '18 today'],
    ['2008-11-21', 'Spouse', 1000, 'the first rule that fits has another relationship'],
    ['2000-11-22', 'Daughter', 700, '25, the last day'],
    ['2000-11-21', 'Daughter', 1000, '26 today'],
    ['1961-11-22', 'Parent', 1000, '64, the oldest age of a rule'],
    ['1961-11-21', 'Parent', 1500, 'no rule fits: the default'],
    ['2026-11-22', 'Child', 1500, 'not born yet: no rule fits'],
  ])('born %s, %s, is %d cents: %s', (birthDt, relationship, price) => {
    const member: PricedMember = { birthDt, relationship, isActive: true };
    expect(coveredMemberPrice(member, rules, cents(1500), today)).toBe(price);
  });

  it('is that of the first rule that fits, in the order given', () => {
    const member = { birthDt: '2008-11-21', relationship: 'Son', isActive: true };
    expect(coveredMemberPrice(member, rules.toReversed(), cents(1500), today)).toBe(1000);
  });

  it.each([
    [cents(0), 0, 'free of charge by hand'],
    [cents(1), 1, 'one cent by hand'],
    [null, 1000, 'no price by hand'],
    [undefined, 1000, 'no price by hand'],
  ])('set by hand to %s is %d cents: %s', (priceOverride, price, _why) => {
    const member = { birthDt: '1985-03-14', relationship: 'Spouse', isActive: true, priceOverride };
    expect(coveredMemberPrice(member, rules, cents(1500), today)).toBe(price);
  });

  it('is the default when there are no rules', () => {
    const member = { birthDt: '1985-03-14', relationship: 'Spouse', isActive: true };
    expect(coveredMemberPrice(member, [], cents(1500), today)).toBe(1500);
  });
});

it.each([
  { members: [], total: 0 },
  { members: [[500, true]], total: 500 },
  {
    members: [
      [500, true],
      [700, true],
      [1, true],
    ],
    total: 1201,
  },
  {
    members: [
      [500, true],
      [700, false],
    ],
    total: 500,
  },
  {
    members: [
      [500, true],
      [700, null],
    ],
    total: 500,
  },
  { members: [[500, false]], total: 0 },
] as const)(
  'a membership of $members costs $total cents: only active members count',
  ({ members, total }) => {
    expect(
      membershipTotalPrice(members.map(([price, isActive]) => ({ price: cents(price), isActive }))),
    ).toBe(total);
  },
);
