import { describe, expect, it } from 'vitest';
import { coverageOf, type CoverageInput } from './coverage.ts';
import { coverChangeReason, nextCoverChange, nextCoverCheck, nextOwingCheck } from './cover-check.ts';
import { DAY_MS, END_OF_TIME } from './dates.ts';
import { payableBalance } from './donation.ts';
import { cents, sumCents } from './money.ts';

const ZONE = 'America/New_York';
const now = new Date('2026-06-15T12:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

/** Pseudo-random numbers, the same in every run. */
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
  const oneOf = <T>(...values: T[]): T => values[pick(values.length)] as T;
  const day = (from: number, to: number) => inDays(from + pick(to - from));
  const birthDt = `${oneOf(1940, 1999, 2007, 2008, 2020)}-${oneOf('06-16', '06-20', '07-09', '12-31', '02-28')}`;
  return {
    isMembershipActive: oneOf(true, true, true, true, true, false, null),
    membershipActiveDt: oneOf(null, day(-400, -1)),
    person: {
      birthDt,
      relationship: oneOf('Son', 'Spouse'),
      isActive: oneOf(true, true, true, false, null),
      startDt: day(-300, 30),
      endDt: oneOf(END_OF_TIME, day(-30, 60)),
      isWaitingWaived: oneOf(true, false, false),
    },
    dues: Array.from({ length: pick(4) }, () => ({
      minAmountDue: cents(3000),
      paymentsTotal: cents(oneOf(0, 3000, 3000, 3000)),
      run: { isActive: oneOf(true, false), endDt: day(-200, 60) },
      campaignRunName: 'Spring',
      lastPaymentDt: oneOf(null, day(-100, 0)),
    })),
    priceRules: oneOf(
      [],
      [{ label: 'Adult', minAge: 18, maxAge: 60, price: cents(100) }],
      [{ label: 'Young', minAge: 0, maxAge: 26, relationships: ['Son'], price: cents(100) }],
    ),
    defaultPrice: cents(oneOf(0, 500)),
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

describe('when a cover is computed again', () => {
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

describe('how a cover changes next', () => {
  it('is known 30 days before, though it is computed again only when time may have changed something', () => {
    let changes = 0;
    for (const seed of seeds.slice(0, 60)) {
      const input = anInput(seed);
      const isCovered = (at: Date) => coverageOf(input, at, ZONE).isCovered === true;
      const nextWithin30Days = (from: Date) => {
        const isSoon = (at: Date) => at.getTime() <= from.getTime() + 30 * DAY_MS;
        let at = nextCoverCheck(input, from, ZONE);
        while (at && isSoon(at) && isCovered(at) === isCovered(from)) at = nextCoverCheck(input, at, ZONE);
        return at && isSoon(at) ? at : null;
      };
      let kept = nextCoverChange(input, now, ZONE);
      let next = nextCoverCheck(input, now, ZONE);
      for (let day = 0; day < 200; day += 5) {
        while (next && next <= inDays(day)) {
          kept = nextCoverChange(input, next, ZONE);
          next = nextCoverCheck(input, next, ZONE);
        }
        const expected = nextWithin30Days(inDays(day));
        const isSoon = kept !== null && kept.date.getTime() <= inDays(day + 30).getTime();
        expect(isSoon ? kept?.date : null, `seed ${seed}, day ${day}`).toEqual(expected);
        if (expected && kept) {
          changes += 1;
          expect(kept.kind).toBe(isCovered(expected) ? 'reaches' : 'loses');
          expect(coverChangeReason(input, kept, inDays(day), ZONE)).toBeDefined();
        }
      }
    }
    expect(changes).toBeGreaterThan(20);
  });

  const plain: CoverageInput = {
    isMembershipActive: true,
    membershipActiveDt: inDays(-500),
    person: {
      birthDt: '1960-05-17',
      relationship: 'Spouse',
      isActive: true,
      startDt: inDays(-400),
      endDt: END_OF_TIME,
    },
    dues: [],
    priceRules: [],
    defaultPrice: cents(100),
    fundRules: {},
  };
  const due = (isActive: boolean) => ({
    minAmountDue: cents(3000),
    paymentsTotal: cents(0),
    run: { isActive, endDt: inDays(10) },
    campaignRunName: 'Spring',
    lastPaymentDt: null,
  });
  const child = { ...plain.person, birthDt: '2008-06-20' as const, relationship: 'Child' };
  const reasonOf = (input: CoverageInput, at = now) => {
    const change = nextCoverChange(input, at, ZONE);
    const reason = change && coverChangeReason(input, change, at, ZONE);
    return change && { ...change, code: reason?.code };
  };

  it.each<[string, CoverageInput, ReturnType<typeof reasonOf>]>([
    ['nothing ahead', plain, null],
    ['open dues', { ...plain, dues: [due(true)] }, { kind: 'loses', date: inDays(10), code: 'dues_open' }],
    [
      'open dues with days of grace, described as due until the run ends',
      { ...plain, dues: [due(true)], fundRules: { graceDays: 5 } },
      { kind: 'loses', date: new Date('2026-07-01T04:00:00.000Z'), code: 'dues_open' },
    ],
    [
      'a paused run that ends',
      { ...plain, dues: [due(false)] },
      { kind: 'loses', date: inDays(10), code: 'dues_late' },
    ],
    [
      'an age that is too old',
      { ...plain, person: child, fundRules: { ageLimits: [{ relationships: ['Child'], maxAge: 17 }] } },
      { kind: 'loses', date: new Date('2026-06-20T04:00:00.000Z'), code: 'reaches_age_limit' },
    ],
    [
      'a waiting time of a person who was added later',
      { ...plain, person: { ...plain.person, startDt: inDays(-20) }, fundRules: { waitingDays: 30 } },
      { kind: 'reaches', date: new Date('2026-06-25T04:00:00.000Z'), code: 'waiting' },
    ],
    [
      'an age that is reached',
      {
        ...plain,
        person: child,
        defaultPrice: cents(0),
        priceRules: [{ label: 'Adult', minAge: 18, maxAge: 60, price: cents(100) }],
      },
      { kind: 'reaches', date: new Date('2026-06-20T04:00:00.000Z'), code: 'outside_ages' },
    ],
    ['a membership that nobody confirmed', { ...plain, isMembershipActive: null, dues: [due(true)] }, null],
  ])('says why: %s', (_name, input, expected) => {
    expect(reasonOf(input)).toEqual(expected);
  });

  it('mentions days of grace once they have begun', () => {
    const input = { ...plain, dues: [due(true)], fundRules: { graceDays: 5 } };
    expect(reasonOf(input, inDays(11))?.code).toBe('dues_grace');
  });
});

describe('when the dues of a member are computed again', () => {
  it('is when a paused run ends', () => {
    const due = (days: number, isActive: boolean) => ({
      minAmountDue: cents(100),
      paymentsTotal: cents(0),
      run: { isActive, endDt: inDays(days) },
    });
    const open = [due(9, false), due(5, false)];
    expect(nextOwingCheck(open, now)).toEqual(inDays(5));
    const owed = (at: Date) => sumCents(open.map((oneOf) => payableBalance(oneOf, at)));
    expect([owed(now), owed(inDays(5))]).toEqual([0, 100]);
    expect(nextOwingCheck([due(5, true), due(-5, false)], now)).toBeNull();
  });
});
