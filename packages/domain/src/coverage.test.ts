import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  coveredByOthers,
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
  person,
  dues: [],
  priceRules: [],
  defaultPrice: cents(1500),
};

/** Dues of a run: what is open of 30.00, when it ends, whether it is switched on. */
const due = (open: number, endDt: Date, isActive = true) => ({
  minAmountDue: cents(3000),
  paymentsTotal: cents(3000 - open),
  run: { isActive, endDt },
  campaignRunName: 'Autumn',
});

const child = { label: 'Child', minAge: 0, maxAge: 17, price: cents(600) };
const free = { label: 'Baby', minAge: 0, maxAge: 1, price: cents(0) };
const son = { label: 'Son', minAge: 0, maxAge: 25, relationships: ['Son'], price: cents(600) };
const adult = { label: 'Adult', minAge: 18, maxAge: 60, price: cents(1500) };
const onlyRules = (...priceRules: CoverageInput['priceRules']) => ({ priceRules, defaultPrice: cents(0) });
const born = (birthDt: string, more: object = {}) => ({ person: { ...person, birthDt, ...more } });

describe('whether somebody is covered', () => {
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

  // 18 on 06/15: at noon in UTC that is today; where it is already tomorrow too, and elsewhere yesterday still.
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
