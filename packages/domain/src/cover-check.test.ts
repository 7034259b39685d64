import { describe, expect, it } from 'vitest';
import { coverageOf, type CoverageInput } from './coverage.ts';
import { nextCoverCheck, nextOwingCheck } from './cover-check.ts';
import { DAY_MS, END_OF_TIME } from './dates.ts';
import { payableBalance } from './donation.ts';
import { cents, sumCents } from './money.ts';

const ZONE = 'America/New_York';
const now = new Date('2026-06-15T12:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function anInput(seed: number): CoverageInput {
  const pick = numbers(seed);
  const maybe = <T>(value: T) => (pick(2) ? value : undefined);
  const one = <T>(...values: T[]): T => values[pick(values.length)] as T;
  const day = (from: number, to: number) => inDays(from + pick(to - from));
  const birthDt = `${one(1940, 1999, 2007, 2008, 2020)}-${one('06-16', '06-20', '07-09', '12-31', '02-28')}`;
  return {
    isMembershipActive: one(true, true, true, true, true, false, null),
    membershipActiveDt: one(null, day(-400, -1)),
    person: {
      birthDt,
      relationship: one('Son', 'Spouse'),
      isActive: one(true, true, true, false, null),
      startDt: day(-300, 30),
      endDt: one(END_OF_TIME, day(-30, 60)),
      isWaitingWaived: one(true, false, false),
    },
    dues: Array.from({ length: pick(4) }, () => ({
      minAmountDue: cents(3000),
      paymentsTotal: cents(one(0, 3000, 3000, 3000)),
      run: { isActive: one(true, false), endDt: day(-200, 60) },
      campaignRunName: 'Spring',
      lastPaymentDt: one(null, day(-100, 0)),
    })),
    priceRules: one(
      [],
      [{ label: 'Adult', minAge: 18, maxAge: 60, price: cents(100) }],
      [{ label: 'Young', minAge: 0, maxAge: 26, relationships: ['Son'], price: cents(100) }],
    ),
    defaultPrice: cents(one(0, 500)),
    fundRules: {
      waitingDays: maybe(180),
      graceDays: maybe(10),
      lapseDays: maybe(20),
      reinstatementWaitingDays: maybe(90),
      ageLimits: maybe([{ relationships: ['Son'], maxAge: 18 }]),
    },
  };
}

const seeds = Array.from({ length: 150 }, (_, seed) => seed + 1);

describe('when a cover is looked at again', () => {
  it('is not later than the time at which it begins or ends by itself', () => {
    let changes = 0;
    for (const seed of seeds) {
      const input = anInput(seed);
      const isCovered = (at: Date) => coverageOf(input, at, ZONE).isCovered === true;
      let kept = isCovered(now);
      let next = nextCoverCheck(input, now, ZONE);
      for (let day = 0; day < 250; day += 2) {
        while (next && next <= inDays(day)) {
          changes += isCovered(next) === kept ? 0 : 1;
          kept = isCovered(next);
          next = nextCoverCheck(input, next, ZONE);
        }
        expect(kept, `seed ${seed}, day ${day}`).toBe(isCovered(inDays(day)));
      }
    }
    // Otherwise the test shows nothing.
    expect(changes).toBeGreaterThan(10);
  });

  it('is never when nothing lies ahead', () => {
    const input = { ...anInput(1), dues: [], priceRules: [], fundRules: {} };
    const person = { ...input.person, startDt: inDays(-10), endDt: END_OF_TIME };
    expect(nextCoverCheck({ ...input, person, membershipActiveDt: inDays(-10) }, now, ZONE)).toBeNull();
  });
});

describe('when it is looked at again whether somebody owes', () => {
  it('is when a paused run ends', () => {
    const due = (days: number, isActive: boolean) => ({
      minAmountDue: cents(100),
      paymentsTotal: cents(0),
      run: { isActive, endDt: inDays(days) },
    });
    const open = [due(9, false), due(5, false)];
    expect(nextOwingCheck(open, now)).toEqual(inDays(5));
    const owed = (at: Date) => sumCents(open.map((one) => payableBalance(one, at)));
    expect([owed(now), owed(inDays(5))]).toEqual([0, 100]);
    expect(nextOwingCheck([due(5, true), due(-5, false)], now)).toBeNull();
  });
});
