import { describe, expect, it } from 'vitest';
import { chargedMembers, isOverAgeLimit, membershipTotalPrice } from './campaign-membership.ts';
import { coverageInput, coverageOf } from './coverage.ts';
import { addDays, calendarDateOf, END_OF_TIME, endOfDay, type CalendarDate } from './dates.ts';
import { payersAfter } from './death.ts';
import { afterMembershipStep, changedByDeath, refreshedDue } from './membership-change.ts';
import type { MembershipState } from './membership-state.ts';
import { cents } from './money.ts';

const DAY: CalendarDate = '2026-03-10';
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const start = new Date('2020-01-01T00:00:00Z');
const fund = { priceRules: [], defaultPrice: cents(2500), fundRules: {} };

const part = (member_id: string, more: object = {}) => ({
  _id: `part-${member_id}`,
  member_id,
  price: cents(2500),
  priceOverride: null,
  startDt: start,
  endDt: END_OF_TIME,
  isActive: true,
  ...more,
});
const person = (_id: string, birthDt: CalendarDate, relationship: string) => ({
  ...{ _id, firstNm: _id, lastNm: 'Bell', birthDt, relationship, isActive: true as boolean | null },
  deceasedDt: null as CalendarDate | null,
  organizationNumber: '1',
});
const people = new Map(
  [person('amos', '1950-01-01', 'Head of Household'), person('ruth', '1952-01-01', 'Spouse')].map((item) => [
    item._id,
    item,
  ]),
);
const membership: MembershipState = {
  primaryMemberId: 'amos',
  isActive: true,
  activeDt: start,
  totalPrice: cents(5000),
  members: [part('amos'), part('ruth')],
};
const context = (now: Date, timeZone: string, more: object = {}) => ({
  ...{ people, ...fund, now, today: calendarDateOf(now, timeZone), newId: () => 'new' },
  ...more,
});

describe.each(ZONES)('a death in %s', (timeZone) => {
  const endDt = endOfDay(DAY, timeZone);
  const after = afterMembershipStep(
    membership,
    { do: 'end_dead', member_id: 'amos', endDt },
    context(endDt, timeZone),
  );

  it.each([
    ['the day before', -1, 5000],
    ['the day', 0, 5000],
    ['the day after', 1, 2500],
  ])('dues made on %s include the people who lived then', (_what, days, amount) => {
    for (const hours of [0, 23.99]) {
      const from = endOfDay(addDays(DAY, days - 1), timeZone).getTime() + 1;
      const createdDt = new Date(from + hours * 3_600_000);
      const due = { minAmountDue: cents(1), hasPayment: false, isRunActive: true, createdDt };
      expect(refreshedDue(due, after)).toBe(amount);
    }
  });

  it('ends the cover at the end of that day, with the reason', () => {
    const [dead, widow] = after.members;
    const covers = (item: typeof dead, now: Date) =>
      item &&
      coverageOf(
        coverageInput(after, fund, item, people.get(item.member_id) ?? person('', DAY, ''), []),
        now,
        timeZone,
      );
    expect(dead).toMatchObject({ endDt, isActive: false, endReason: 'died' });
    expect(covers(dead, endDt)).toMatchObject({ isCovered: false, reasons: [{ code: 'died', date: endDt }] });
    expect(covers(widow, endDt)).toMatchObject({ isCovered: true });
    expect(after.totalPrice).toBe(2500);
  });

  it('is taken back whole', () => {
    const taken = afterMembershipStep(
      after,
      { do: 'take_over', member_id: 'ruth' },
      context(endDt, timeZone),
    );
    expect(taken.primaryMemberId).toBe('ruth');
    const before = changedByDeath(membership, taken);
    expect(afterMembershipStep(taken, { do: 'restore', before }, context(endDt, timeZone))).toEqual(
      membership,
    );
  });
});

it('a part that had ended before the death keeps its own end', () => {
  const ended = part('amos', { isActive: false, endDt: new Date('2025-01-01T00:00:00Z') });
  const endDt = endOfDay(DAY, 'UTC');
  const state = { ...membership, members: [ended, part('ruth')], totalPrice: cents(2500) };
  const after = afterMembershipStep(
    state,
    { do: 'end_dead', member_id: 'amos', endDt },
    context(endDt, 'UTC'),
  );
  expect(after).toEqual(state);
});

it('a membership is activated without the dead, and never with a dead payer', () => {
  const now = new Date('2026-03-12T12:00:00Z');
  const endDt = endOfDay(DAY, 'UTC');
  const dead = afterMembershipStep(
    membership,
    { do: 'end_dead', member_id: 'amos', endDt },
    context(now, 'UTC'),
  );
  const widows = afterMembershipStep(dead, { do: 'take_over', member_id: 'ruth' }, context(now, 'UTC'));
  const off = afterMembershipStep(widows, { do: 'deactivate' }, context(now, 'UTC'));
  const on = afterMembershipStep(off, { do: 'activate' }, context(now, 'UTC'));
  expect([on.totalPrice, on.members[0]?.endReason]).toEqual([2500, 'died']);
  const known = new Map([
    ...people,
    ['amos', { ...person('amos', '1950-01-01', 'Spouse'), deceasedDt: DAY }],
  ]);
  const closed = afterMembershipStep(dead, { do: 'close', endDt }, context(now, 'UTC'));
  expect(() =>
    afterMembershipStep(closed, { do: 'activate' }, context(now, 'UTC', { people: known })),
  ).toThrow(/has died/);
});

it('who may pay: living adults, the spouse first', () => {
  const [amos, ruth] = [...people.values()] as [ReturnType<typeof person>, ReturnType<typeof person>];
  const child = person('child', '2010-03-11', 'Son');
  const grown = person('grown', '2008-03-10', 'Son');
  const gone = { ...person('gone', '1930-01-01', 'Parent'), deceasedDt: DAY };
  const names = payersAfter([child, grown, gone, amos, ruth], amos, DAY).map(({ _id }) => _id);
  expect(names).toEqual(['ruth', 'grown']);
});

describe('the sum over the people who are or will be covered is charged', () => {
  const RULES = { ageLimits: [{ relationships: ['Son'], maxAge: 17 }], waitingDays: 30 };
  const today: CalendarDate = '2026-03-10';
  const now = new Date('2026-03-10T12:00:00Z');

  it.each([
    ['the day before turning 18', '2008-03-11', true],
    ['turning 18', '2008-03-10', false],
    ['the day after', '2008-03-09', false],
  ] as const)('%s', (_what, birthDt, isIn) => {
    const son = { ...person('son', birthDt, 'Son'), priceOverride: null };
    expect(isOverAgeLimit(son, RULES, today)).toBe(!isIn);
    expect(isOverAgeLimit({ ...son, priceOverride: cents(500) }, RULES, today)).toBe(false);
  });

  it('of any household', () => {
    let seed = 7;
    const pick = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
    for (let round = 0; round < 500; round += 1) {
      const residents = Array.from({ length: 1 + pick(6) }, (_, index) =>
        person(
          `p${index}`,
          `${1940 + pick(85)}-0${1 + pick(9)}-1${pick(9)}`,
          ['Son', 'Spouse', 'Parent'][pick(3)] ?? 'Son',
        ),
      );
      const known = new Map(residents.map((item) => [item._id, item]));
      const members = residents.map(({ _id }) =>
        part(_id, {
          isActive: [true, true, true, false, null][pick(5)] ?? null,
          priceOverride: pick(8) ? null : cents(700),
        }),
      );
      const input = context(now, 'UTC', { people: known, fundRules: RULES });
      const start = { ...membership, primaryMemberId: 'p0', members };
      const dead = `p${pick(residents.length)}`;
      const after = [
        { do: 'end_dead', member_id: dead, endDt: endOfDay('2026-03-09', 'UTC') },
        { do: 'refresh' },
      ].reduce((state, step) => afterMembershipStep(state, step as never, input), start as MembershipState);
      const willBe = after.members.filter((item) => {
        const who = known.get(item.member_id);
        if (!who) return false;
        const asked = coverageInput(after, { ...fund, fundRules: RULES }, item, who, []);
        return coverageOf(asked, new Date('2026-03-10T13:00:00Z'), 'UTC').reasons.every(
          ({ code }) =>
            !['died', 'person_inactive', 'person_unknown', 'outside_ages', 'over_age_limit'].includes(code),
        );
      });
      const sum = willBe.reduce((total, { price }) => total + price, 0);
      expect(after.totalPrice).toBe(sum);
      expect(membershipTotalPrice(chargedMembers(after.members))).toBe(sum);
    }
  });
});
