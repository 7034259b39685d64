import { describe, expect, it } from 'vitest';
import {
  actionBesidesPaying,
  coverageOf,
  coveredByOthers,
  decidingReasons,
  lateDuesOf,
  pastCovers,
  withoutAmounts,
  type CoverageInput,
  type MemberCoverage,
} from './coverage.ts';
import { END_OF_TIME } from './dates.ts';
import { cents } from './money.ts';

const now = new Date('2026-06-15T12:00:00.000Z');
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const soon = day('2026-07-01');
const later = day('2026-08-01');
const past = day('2026-05-01');

const person: CoverageInput['person'] = {
  birthDt: '1960-01-31',
  relationship: 'Spouse',
  isActive: true,
  startDt: day('2020-01-01'),
  endDt: END_OF_TIME,
};
const covered: CoverageInput = {
  isMembershipActive: true,
  membershipActiveDt: day('2020-01-01'),
  person,
  dues: [],
  priceRules: [],
  defaultPrice: cents(1500),
  fundRules: {},
};

/** Dues of a run: the open part of 30.00, when it ends, whether it is active. */
const due = (open: number, endDt: Date, isActive = true) => ({
  minAmountDue: cents(3000),
  paymentsTotal: cents(3000 - open),
  run: { isActive, endDt },
  campaignRunName: 'Autumn',
  lastPaymentDt: null as Date | null,
});

const child = { label: 'Child', minAge: 0, maxAge: 17, price: cents(600) };
const free = { label: 'Baby', minAge: 0, maxAge: 1, price: cents(0) };
const son = { label: 'Son', minAge: 0, maxAge: 25, relationships: ['Son'], price: cents(600) };
const adult = { label: 'Adult', minAge: 18, maxAge: 60, price: cents(1500) };
const onlyRules = (...priceRules: CoverageInput['priceRules']) => ({ priceRules, defaultPrice: cents(0) });
const born = (birthDt: string, more: object = {}) => ({ person: { ...person, birthDt, ...more } });

describe('whether a person is covered', () => {
  it.each<[string, Partial<CoverageInput>, boolean | null, Date | null, string[]]>([
    ['an active member of an active membership without dues', {}, true, null, []],
    ['dues that are paid', { dues: [due(0, past), due(0, soon)] }, true, null, []],
    ['paid too much', { dues: [due(-100, past)] }, true, null, []],
    ['a run that takes dues', { dues: [due(3000, soon)] }, true, soon, ['dues_open']],
    [
      'two of them: the earlier counts',
      { dues: [due(1, later), due(3000, soon)] },
      true,
      soon,
      ['dues_open', 'dues_open'],
    ],
    ['a part of ended dues open', { dues: [due(1, past)] }, false, null, ['dues_late']],
    ['a run that ends this very instant', { dues: [due(1, now)] }, false, null, ['dues_late']],
    ['an ended run that was paused', { dues: [due(1, past, false)] }, false, null, ['dues_late']],
    ['a paused run', { dues: [due(3000, soon, false)] }, true, null, []],
    ['late and open dues', { dues: [due(1, past), due(1, soon)] }, false, null, ['dues_late', 'dues_open']],
    ['a membership that is not active', { isMembershipActive: false }, false, null, ['membership_inactive']],
    ['a membership nobody confirmed', { isMembershipActive: null }, null, null, ['membership_unknown']],
    [
      'not confirmed, and late',
      { isMembershipActive: null, dues: [due(1, past)] },
      false,
      null,
      ['membership_unknown', 'dues_late'],
    ],
    [
      'a person who was deactivated',
      born('1960-01-31', { isActive: false, endDt: past }),
      false,
      null,
      ['person_inactive'],
    ],
    [
      'a person whose cover ends this very instant',
      born('1960-01-31', { endDt: now }),
      false,
      null,
      ['person_inactive'],
    ],
    ['a person nobody confirmed', born('1960-01-31', { isActive: null }), null, null, ['person_unknown']],
    [
      'a person whose cover starts later',
      born('1960-01-31', { startDt: soon }),
      false,
      null,
      ['person_not_started'],
    ],
    ['a person whose cover has an end', born('1960-01-31', { endDt: later }), true, later, ['ends']],
    [
      'an end after the dues',
      { ...born('1960-01-31', { endDt: later }), dues: [due(1, soon)] },
      true,
      soon,
      ['ends', 'dues_open'],
    ],

    ['ages no rule fits, with a default price', { priceRules: [child] }, true, null, []],
    ['ages no rule fits, without one', onlyRules(child), false, null, ['outside_ages']],
    ['no rules at all and no price', onlyRules(), true, null, []],
    [
      'a price set by hand',
      { ...onlyRules(child), ...born('1960-01-31', { priceOverride: cents(0) }) },
      true,
      null,
      [],
    ],
    ['a rule that costs nothing', { ...onlyRules(free), ...born('2026-01-01') }, true, null, []],
    [
      'the last day of an age',
      { ...onlyRules(child), ...born('2008-06-16') },
      true,
      day('2026-06-16'),
      ['leaves_ages'],
    ],
    [
      'the birthday that is too old',
      { ...onlyRules(child), ...born('2008-06-15') },
      false,
      null,
      ['outside_ages'],
    ],
    [
      'a birthday next year',
      { ...onlyRules(child), ...born('2009-03-01') },
      true,
      day('2027-03-01'),
      ['leaves_ages'],
    ],
    ['a birthday on 02/29', { ...onlyRules(child), ...born('2008-02-29') }, false, null, ['outside_ages']],
    [
      'a birthday on 02/29 to come',
      { ...onlyRules({ ...child, maxAge: 18 }), ...born('2008-02-29') },
      true,
      day('2027-03-01'),
      ['leaves_ages'],
    ],
    ['ages years away', { ...onlyRules(child), ...born('2015-01-01') }, true, null, []],
    [
      'rules that go on where another ends',
      { ...onlyRules(adult, child), ...born('2008-06-16') },
      true,
      null,
      [],
    ],
    [
      'a rule for other relationships',
      { ...onlyRules(son), ...born('2010-01-01') },
      false,
      null,
      ['outside_ages'],
    ],
    [
      'a rule for this relationship',
      { ...onlyRules(son), ...born('2010-01-01', { relationship: 'Son' }) },
      true,
      null,
      [],
    ],
  ])('%s', (_name, change, isCovered, until, codes) => {
    const coverage = coverageOf({ ...covered, ...change }, now, 'UTC');
    expect({ ...coverage, reasons: coverage.reasons.map(({ code }) => code) }).toEqual({
      isCovered,
      until,
      reasons: codes,
    });
  });

  it('names the ages that a fund covers, ranges that touch as one', () => {
    const [reason] = coverageOf({ ...covered, ...onlyRules(adult, child) }, now, 'UTC').reasons;
    expect(reason).toMatchObject({ age: 66, limits: [{ minAge: 0, maxAge: 60 }] });
  });

  // 18 on 06/15: at noon in UTC that is today; where it is already tomorrow too, and elsewhere still yesterday.
  it.each([
    ['America/New_York', '2026-06-15T03:59:59.999Z', true, '2026-06-15T04:00:00.000Z'],
    ['America/New_York', '2026-06-15T04:00:00.000Z', false, null],
    ['Pacific/Kiritimati', '2026-06-14T09:59:59.999Z', true, '2026-06-14T10:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-14T10:00:00.000Z', false, null],
  ])('ends in %s at the birthday’s own midnight (%s)', (timeZone, at, isCovered, until) => {
    const coverage = coverageOf(
      { ...covered, ...onlyRules(child), ...born('2008-06-15') },
      new Date(at),
      timeZone,
    );
    expect([coverage.isCovered, coverage.until?.toISOString() ?? null]).toEqual([isCovered, until]);
  });

  it('keeps its dates and codes without the amounts', () => {
    const coverage = coverageOf({ ...covered, dues: [due(1, past), due(2, soon)] }, now, 'UTC');
    expect(withoutAmounts(coverage)).toEqual({
      ...coverage,
      reasons: coverage.reasons.map((reason) => ({ ...reason, amount: null })),
    });
    const inactive = coverageOf({ ...covered, isMembershipActive: false }, now, 'UTC');
    expect(withoutAmounts(inactive)).toEqual(inactive);
  });
});

describe('the reasons that decided about a day', () => {
  it.each([
    { isCovered: false, codes: ['dues_late', 'waiting'] },
    { isCovered: null, codes: ['dues_open', 'dues_late', 'ends', 'waiting'] },
    { isCovered: true, codes: ['dues_open', 'dues_late', 'ends', 'waiting'] },
  ])('are those that ended cover where somebody was not covered: $isCovered', ({ isCovered, codes }) => {
    const reasons = ['dues_open', 'dues_late', 'ends', 'waiting'].map((code) => ({ code }));
    expect(decidingReasons({ isCovered, reasons }).map(({ code }) => code)).toEqual(codes);
  });
});

describe('the rules of a fund', () => {
  const rules = {
    waitingDays: 30,
    graceDays: 10,
    lapseDays: 20,
    reinstatementWaitingDays: 15,
    ageLimits: [{ relationships: ['Son'], maxAge: 25 }],
  };
  const joined = (text: string, more: object = {}) => ({ person: { ...person, startDt: at(text), ...more } });
  const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text);
  const paidOn = (text: string, endDt: Date) => ({ ...due(0, endDt), lastPaymentDt: at(text) });
  const son = (birthDt: string) => born(birthDt, { relationship: 'Son' });

  // It is 2026-06-15, noon.
  it.each<[string, Partial<CoverageInput>, boolean | null, string | null, string[]]>([
    ['the last day of the waiting time', joined('2026-05-17'), false, null, ['waiting']],
    ['the first day after it', joined('2026-05-16T18:00:00.000Z'), true, null, []],
    ['a waiting time that was waived', joined('2026-06-01', { isWaitingWaived: true }), true, null, []],
    [
      'a membership that became active after they were added',
      { membershipActiveDt: day('2026-06-01') },
      false,
      null,
      ['waiting'],
    ],
    [
      'a membership that nobody confirmed',
      { isMembershipActive: null, membershipActiveDt: null },
      null,
      null,
      ['membership_unknown'],
    ],
    ['who starts later waits after that', joined('2026-07-01'), false, null, ['person_not_started']],
    [
      'dues on the last day of grace',
      { dues: [due(1, day('2026-06-06'))] },
      true,
      '2026-06-16',
      ['dues_grace'],
    ],
    ['dues on the first day after it', { dues: [due(1, day('2026-06-05'))] }, false, null, ['dues_late']],
    ['a son of the highest age', son('2000-09-30'), true, null, []],
    ['90 days before he is older', son('2000-09-13'), true, '2026-09-13', ['reaches_age_limit']],
    ['91 days before', son('2000-09-14'), true, null, []],
    ['the day before', son('2000-06-16'), true, '2026-06-16', ['reaches_age_limit']],
    ['his birthday', son('2000-06-15'), false, null, ['over_age_limit']],
    ['a spouse of any age', born('1930-01-01'), true, null, []],
    // Late from 04/11 (10 days of grace after a run until 03/31); 20 days of it are over with 05/02.
    ['lost as long as is allowed', { dues: [paidOn('2026-05-02', day('2026-04-01'))] }, true, null, []],
    [
      'lost longer, and paid in time to be back',
      { dues: [paidOn('2026-05-31', day('2026-04-01'))] },
      true,
      null,
      [],
    ],
    [
      'lost longer, and paid a day later',
      { dues: [paidOn('2026-06-01', day('2026-04-01'))] },
      false,
      null,
      ['reinstating'],
    ],
    [
      'paid for, while other dues are late',
      { dues: [paidOn('2026-06-01', day('2026-04-01')), due(1, day('2026-05-01'))] },
      false,
      null,
      ['dues_late'],
    ],
    [
      'late before they were added',
      { ...joined('2026-05-01'), dues: [paidOn('2026-06-01', day('2026-04-01'))] },
      true,
      null,
      [],
    ],
  ])('%s', (_name, change, isCovered, until, codes) => {
    const coverage = coverageOf({ ...covered, fundRules: rules, ...change }, now, 'UTC');
    expect({ ...coverage, reasons: coverage.reasons.map(({ code }) => code) }).toEqual({
      isCovered,
      until: until === null ? null : at(until),
      reasons: codes,
    });
  });
});

describe('whom others cover', () => {
  const entry = (member_id: string, isPrimary: boolean, ...codes: string[]) => ({
    member_id,
    isPrimary,
    reasons: codes.map((code) => ({ code })),
  });
  const current = entry('me', false, 'dues_open');
  const left = entry('me', false, 'person_inactive');
  const closed = entry('me', false, 'membership_inactive');
  const own = entry('me', true);
  const ownClosed = entry('me', true, 'membership_inactive', 'dues_late');
  const people = [current, left, closed, own, ownClosed, entry('you', false), entry('you', true)];
  const coverage = { member_id: 'me', people } as unknown as MemberCoverage;

  it('is one’s own cover by a membership that is not over', () => {
    expect(coveredByOthers(coverage)).toEqual([current]);
  });

  it('once was: by a membership that is not active, or that one was taken out of', () => {
    expect(pastCovers(coverage)).toEqual([left, closed, ownClosed]);
  });
});

describe('what one pays to be covered again', () => {
  const late = { code: 'dues_late', amount: cents(2000) };
  const open = { code: 'dues_open', amount: cents(3000) };
  const inactive = { code: 'membership_inactive', amount: null };
  const tooOld = { code: 'over_age_limit', amount: null };
  const mine = (reasons: object[], more: object = {}) => ({
    member_id: 'me',
    primaryMemberId: 'me',
    campaignMembershipId: 'a',
    action: 'Pay.',
    reasons,
    ...more,
  });
  const child = { member_id: 'child' };
  it.each<[string, object[], [string, number][], string | null]>([
    ['late dues', [mine([late])], [['a', 2000]], null],
    ['late dues of two runs', [mine([late, late])], [['a', 4000]], null],
    ['late dues beside those that are due later', [mine([late, open])], [['a', 2000]], null],
    ['only what is due later', [mine([open])], [], null],
    ['nothing', [mine([])], [], 'Pay.'],
    ['the dues of a household, once', [mine([late]), mine([late], child)], [['a', 2000]], null],
    [
      'two funds',
      [mine([late]), mine([late], { campaignMembershipId: 'b' })],
      [
        ['a', 2000],
        ['b', 2000],
      ],
      null,
    ],
    ['what the office must mend', [mine([late, inactive])], [], 'Pay.'],
    [
      'a person whom the fund is too young for',
      [mine([late]), mine([late, tooOld], child)],
      [['a', 2000]],
      null,
    ],
    ['what somebody else pays', [mine([late], { primaryMemberId: 'you' })], [], 'Pay.'],
    ['another action', [mine([late], { action: 'Please ask.' })], [['a', 2000]], 'Pay.'],
  ])('%s', (_what, people, dues, action) => {
    const coverage = { member_id: 'me', action: 'Pay.', people } as unknown as MemberCoverage;
    expect(lateDuesOf(coverage)).toEqual(
      dues.map(([campaignMembershipId, amount]) => ({ campaignMembershipId, amount })),
    );
    expect(actionBesidesPaying(coverage)).toBe(action);
  });
});
