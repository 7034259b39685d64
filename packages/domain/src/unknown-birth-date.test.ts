/** Whose birth date is not known (rules.md "Finding people and places"): no age, no age rule and no age limit. */
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { coveredMemberPrice, fittingRule, isOverAgeLimit } from './campaign-membership.ts';
import { comesOfAgeOn, isMinor } from './coming-of-age.ts';
import { coverageOf, needsOffice, type CoverageInput } from './coverage.ts';
import { nextCoverCheck } from './cover-check.ts';
import { ageOn, END_OF_TIME } from './dates.ts';
import { payersAfter } from './death.ts';
import { entryAgeFault } from './fund-rules.ts';
import { readImportRow } from './import-row.ts';
import { isUnknownBirthDate } from './import-values.ts';
import { IntakeForm } from './intake.ts';
import { NewMemberForm } from './member-edit.ts';
import { memberFieldText, memberFormOf, memberPostOf, StaffMemberForm } from './member-form.ts';
import { priceReason } from './membership-change.ts';
import { cents } from './money.ts';

const TODAY = '2026-11-22';
const NOW = new Date('2026-11-22T12:00:00Z');
const nobodyKnows = { birthDt: null, relationship: 'Child', isActive: true };
const rule = (minAge: number, maxAge: number, price: number, relationships: string[] = []) => ({
  label: 'rule',
  minAge,
  maxAge,
  relationships,
  price: cents(price),
});

describe('without a birth date', () => {
  it('there is no age, nobody is a minor, and nobody comes of age', () => {
    expect(ageOn(null, TODAY)).toBeNull();
    expect(isMinor({ birthDt: null }, TODAY)).toBe(false);
    expect(comesOfAgeOn({ ...nobodyKnows, deceasedDt: null }, TODAY)).toBeUndefined();
    expect(entryAgeFault(null, { entryAge: { min: 18, max: 65 } }, TODAY)).toBeUndefined();
  });

  it.each<[string, ReturnType<typeof rule>[], number]>([
    ['no rule', [], 1225],
    ['children', [rule(0, 25, 500)], 1225],
    ['the old', [rule(65, 150, 500)], 1225],
    ['every age together', [rule(0, 25, 500), rule(26, 150, 700)], 1225],
    ['any age', [rule(0, 150, 700)], 700],
    ['any age of others', [rule(0, 150, 700, ['Spouse'])], 1225],
    ['any age of their relationship', [rule(0, 25, 500), rule(0, 100, 700, ['Child'])], 700],
  ])('the price rules fit so: %s', (_what, rules, price) => {
    expect(coveredMemberPrice(nobodyKnows, rules, cents(1225), TODAY)).toBe(price);
    expect(fittingRule(null, 'Child', rules)?.price ?? 1225).toBe(price);
  });

  it('no age limit keeps anybody out, and a price by hand stays', () => {
    const fundRules = { ageLimits: [{ relationships: ['Child'], maxAge: 25 }] };
    expect(isOverAgeLimit(nobodyKnows, fundRules, TODAY)).toBe(false);
    expect(coveredMemberPrice(nobodyKnows, [rule(0, 25, 500)], cents(1225), TODAY, fundRules)).toBe(1225);
    const byHand = { ...nobodyKnows, priceOverride: cents(300) };
    expect(coveredMemberPrice(byHand, [rule(0, 25, 500)], cents(1225), TODAY, fundRules)).toBe(300);
    const rated = { age: null, relationship: 'Child', priceOverride: null };
    expect(priceReason(rated, [rule(0, 25, 500)], fundRules)).toBe('Birth date not known: default price');
  });

  const input = (given: Partial<CoverageInput>): CoverageInput => ({
    isMembershipActive: true,
    membershipActiveDt: new Date('2020-01-01T00:00:00Z'),
    person: { ...nobodyKnows, startDt: new Date('2020-01-01T00:00:00Z'), endDt: END_OF_TIME },
    dues: [],
    priceRules: [],
    defaultPrice: cents(1225),
    fundRules: {},
    ...given,
  });
  it.each<[string, Partial<CoverageInput>, boolean | null, string[]]>([
    ['with a price for everybody', { priceRules: [rule(0, 25, 500)] }, true, []],
    ['with an age limit', { fundRules: { ageLimits: [{ relationships: ['Child'], maxAge: 25 }] } }, true, []],
    [
      'where only ages have a place',
      { priceRules: [rule(0, 25, 500)], defaultPrice: cents(0) },
      null,
      ['age_unknown'],
    ],
    ['where any age has one', { priceRules: [rule(0, 150, 500)], defaultPrice: cents(0) }, true, []],
  ])('somebody is covered %s: %s', (_what, given, isCovered, codes) => {
    const coverage = coverageOf(input(given), NOW, 'UTC');
    expect(coverage.isCovered).toBe(isCovered);
    expect(coverage.reasons.map(({ code }) => code)).toEqual(codes);
    expect(needsOffice(coverage.reasons)).toBe(isCovered === null);
    expect(nextCoverCheck(input(given), NOW, 'UTC')).toBeNull();
  });

  it('one pays after a death, after those whose age is known', () => {
    const one = (_id: string, birthDt: string | null) => ({
      ...{ _id, birthDt, relationship: 'Child', isActive: true, deceasedDt: null },
      organizationNumber: '1001',
    });
    const left = [one('a', null), one('b', '2000-01-01'), one('c', '1980-01-01'), one('d', '2020-01-01')];
    const payers = payersAfter(left, { _id: 'x', organizationNumber: '1001' }, TODAY);
    expect(payers.map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
  });
});

describe('forms', () => {
  const filled = { firstNm: 'Ana', lastNm: 'Lima', relationship: 'Spouse' };
  const wrong = [{ path: ['birthDt'], message: 'Invalid Date of Birth' }];
  it.each<[string, object, object[]]>([
    ['a date', { birthDt: '03/14/1985' }, []],
    ['nothing', {}, wrong],
    ['null', { birthDt: null }, wrong],
    ['an empty text', { birthDt: '' }, wrong],
    ['no such day', { birthDt: '02/30/1985' }, wrong],
    ['not known', { isBirthDtUnknown: true }, []],
    ['not known, and null', { isBirthDtUnknown: true, birthDt: null }, []],
    ['not said', { isBirthDtUnknown: false }, wrong],
  ])('of a new member take %s', (_what, given, faults) => {
    const issues = z.safeParse(NewMemberForm, { ...filled, ...given }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => ({ path, message }))).toEqual(faults);
  });

  it('of intake say it in their own words', () => {
    const asked = { firstNm: 'Ana', lastNm: 'Lima', phone: '2405550142', organizationName: 'Grace' };
    const issues = z.safeParse(IntakeForm, asked).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['birthDt', 'Invalid Birth Date'],
    ]);
    expect(z.safeParse(IntakeForm, { ...asked, isBirthDtUnknown: true }).success).toBe(true);
  });

  it('of staff keep it unknown until one is typed', () => {
    const empty = memberFormOf();
    const form = { ...empty, firstNm: 'Ana', lastNm: 'Lima' };
    expect(z.safeParse(StaffMemberForm, form).error?.issues.map(({ path }) => path[0])).toEqual(['birthDt']);
    const unknown = { ...form, isBirthDtUnknown: true };
    expect(memberFieldText('isBirthDtUnknown', unknown.isBirthDtUnknown)).toBe('Yes');
    expect(memberPostOf(z.parse(StaffMemberForm, unknown), ['birthDt'])).toEqual({
      birthDt: null,
      isBirthDtUnknown: true,
    });
    const typed = { ...unknown, birthDt: '03/14/1985' };
    expect(memberFieldText('birthDt', typed.birthDt)).toBe('03/14/1985');
    expect(memberPostOf(z.parse(StaffMemberForm, typed), ['birthDt'])).toEqual({
      birthDt: '1985-03-14',
    });
  });
});

describe('a file', () => {
  it.each([
    ...['1/1/1885', '01/01/1885', '1885-01-01', '12/31/1885', '1885', '00/00/0000', '0000-00-00', '0'],
    ...['unknown', 'Unknown', 'N/A', '?', '-', 'none', '1885-03-14 00:00:00', '1/1/1900'],
  ])('says so by %s', (text) => {
    expect(isUnknownBirthDate(text)).toBe(true);
  });
  it.each(['1/1/1985', '1985', '1/2/1900', '18/85', 'soon', '1/1/1886'])('does not by %s', (text) => {
    expect(isUnknownBirthDate(text)).toBe(false);
  });

  it.each([
    ['', undefined],
    ['1/1/1885', '1/1/1885'],
  ])('makes no fault of “%s”', (text, unknownBirthDt) => {
    const columns = { First: 'firstNm', Last: 'lastNm', Born: 'birthDt' } as const;
    const reading = readImportRow({ First: 'Ana', Last: 'Lima', Born: text }, columns, {}, TODAY);
    expect(reading).toMatchObject({ faults: [], missing: [], values: { firstNm: 'Ana', lastNm: 'Lima' } });
    expect(reading.values.birthDt).toBeUndefined();
    expect(reading.unknownBirthDt).toBe(unknownBirthDt);
  });
});
