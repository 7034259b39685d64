import { describe, expect, it } from 'vitest';
import type { CalendarDate } from './dates.ts';
import {
  FAMILY_MAX,
  familyFaults,
  FamilyForm,
  familyPriceText,
  headOf,
  type FamilyPerson,
} from './family.ts';

const TODAY = '2026-03-10' as CalendarDate;
const person = (
  relationship: FamilyPerson['relationship'],
  birthDt: string | null = '1970-05-05',
  isPrimary?: boolean,
) => ({
  relationship,
  birthDt: birthDt as CalendarDate | null,
  ...(isPrimary !== undefined && { isPrimary }),
});
const faultsOf = (...family: ReturnType<typeof person>[]) =>
  familyFaults(family, TODAY).map(({ path, message }) => `${path}: ${message}`);

describe('who is primary', () => {
  it.each([
    ['whoever is said to be', [person('Spouse'), person('Parent', '1940-01-01', true)], 1],
    ['or the Head of Household', [person('Spouse'), person('Head of Household'), person('Son')], 1],
    ['or the first', [person('Spouse'), person('Son')], 0],
    ['of nobody the first too', [], 0],
  ])('%s', (_what, family, head) => {
    expect(headOf(family)).toBe(head);
  });
});

describe('what is wrong with a family', () => {
  it.each([
    ['nothing', [person('Head of Household'), person('Spouse'), person('Son', '2020-01-01')], []],
    ['nothing of 18 years today', [person('Head of Household', '2008-03-10')], []],
    ['nothing where the birth date is not known', [person('Head of Household', null)], []],
    [
      'a primary member of 17',
      [person('Head of Household', '2008-03-11'), person('Son', '2010-01-01')],
      ['people.0.birthDt: Choose a person of 18 years or older'],
    ],
    [
      'a minor who is said to be primary',
      [person('Spouse'), person('Son', '2020-01-01', true)],
      ['people.1.birthDt: Choose a person of 18 years or older'],
    ],
    [
      'two primary members',
      [person('Spouse', '1970-05-05', true), person('Parent', '1940-01-01', true)],
      ['people.1.isPrimary: A household has one primary member'],
    ],
    [
      'two Heads of Household',
      [person('Head of Household'), person('Head of Household')],
      ['people.1.relationship: A household has one Head of Household'],
    ],
    [
      'a birth tomorrow',
      [person('Head of Household'), person('Spouse'), person('Child', '2026-03-11')],
      ['people.2.birthDt: Invalid Date of Birth'],
    ],
    ['a birth today is none', [person('Head of Household'), person('Child', '2026-03-10')], []],
  ])('%s', (_what, family, faults) => {
    expect(faultsOf(...family)).toEqual(faults);
  });
});

it('a family says what its cover costs', () => {
  const said = (names: string[]) => familyPriceText(names, 'Grace Funeral Fund', '$80.00');
  expect(said(['Anna Wolf'])).toBe('Anna Wolf in Grace Funeral Fund, $80.00');
  expect(said(['a', 'b'])).toBe('Both in Grace Funeral Fund, $80.00');
  expect(said(['a', 'b', 'c', 'd', 'e'])).toBe('All five in Grace Funeral Fund, $80.00');
  expect(said(Array.from({ length: 13 }, String))).toBe('All 13 in Grace Funeral Fund, $80.00');
});

describe('the request', () => {
  const one = { firstNm: 'Anna', lastNm: 'Wolf', birthDt: '1970-05-05', relationship: 'Head of Household' };
  const faults = (body: unknown) =>
    FamilyForm.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  it.each([
    ['a family', { people: [one, { ...one, birthDt: null }] }, undefined],
    ['nobody', { people: [] }, ['people: Say who is in the family']],
    [
      'too many people',
      { people: Array.from({ length: FAMILY_MAX + 1 }, () => one) },
      [`people: A family has at most ${FAMILY_MAX} people here`],
    ],
    [
      'what is wrong in the third row, and of the family',
      {
        people: [one, one, { ...one, birthDt: '02/30/2001', lastNm: '' }, { ...one, birthDt: undefined }],
        address: { streetAddress: 'x' },
        phones: [{ phoneNbr: '12' }],
      },
      expect.arrayContaining([
        'people.2.birthDt: Invalid Date of Birth',
        'people.2.lastNm: Last Name is required',
        'people.3.birthDt: Invalid Date of Birth',
        expect.stringMatching(/^address\./),
        expect.stringMatching(/^phones\.0\.phoneNbr/),
      ]),
    ],
  ])('%s', (_what, body, expected) => {
    expect(faults(body)).toEqual(expected);
  });
});
