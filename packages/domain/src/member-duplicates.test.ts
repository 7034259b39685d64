import { describe, expect, it } from 'vitest';
import {
  duplicateReasons,
  isNearWord,
  nameLikeness,
  ownNumbersLike,
  type Comparable,
} from './member-duplicates.ts';

const ruth: Comparable = {
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  birthDt: '1951-03-07',
  phones: ['(301) 555-0142'],
};

describe('members who are probably the same person', () => {
  it.each<[string, Partial<Comparable>, string[]]>([
    ['the very same', {}, ['birth_date_and_name', 'phone']],
    ['accents, case and order', { firstNm: 'okáfor', lastNm: 'RUTH', phones: [] }, ['birth_date_and_name']],
    ['a letter that slipped', { firstNm: 'Rutn', lastNm: 'Okafro', phones: [] }, ['birth_date_and_name']],
    ['a new last name', { lastNm: 'Rivera', phones: [] }, ['birth_date_and_name']],
    ['a nickname', { firstNm: 'Ruthie', phones: [] }, ['birth_date_and_name']],
    ['the same day alone', { firstNm: 'Ana', lastNm: 'Rivera', phones: [] }, []],
    ['the same name alone', { birthDt: '1951-03-08', phones: [] }, []],
    ['the same name without a day', { birthDt: undefined, phones: [] }, []],
    ['the same name, the day not known', { birthDt: null, phones: [] }, ['name']],
    ['a similar name, the day not known', { firstNm: 'Ruthie', birthDt: null, phones: [] }, []],
    [
      'the same phone',
      { firstNm: 'Ana', lastNm: 'Rivera', birthDt: '2001-01-01', phones: ['3015550142'] },
      ['phone'],
    ],
    ['part of a phone', { birthDt: undefined, phones: ['5550142'] }, []],
  ])('%s', (_what, other, reasons) => {
    expect(duplicateReasons(ruth, { ...ruth, ...other })).toEqual(reasons);
  });

  it.each([
    [{ firstNm: 'Ruth', lastNm: 'Okafor' }, 4],
    [{ firstNm: 'Ruthie', lastNm: 'Okafor' }, 3],
    [{ firstNm: 'Ana', lastNm: 'Okafor' }, 2],
    [{ firstNm: 'Ana', lastNm: 'Rivera' }, 0],
  ])('%j is the more like Ruth Okafor the more points it has: %d', (other, points) => {
    expect(nameLikeness(ruth, other)).toBe(points);
  });

  it.each([
    ['ruth', 'ruth', true],
    ['okafor', 'okafr', true],
    ['okafor', 'okaffor', true],
    ['okafor', 'okator', true],
    ['okafor', 'okaf', true],
    ['okafor', 'okxf', false],
    ['sam', 'samuel', true],
    ['ana', 'ann', false],
    ['li', 'lia', false],
    ['marta', 'maria', true],
  ])('%s and %s', (a, b, isNear) => {
    expect(isNearWord(a, b)).toBe(isNear);
    expect(isNearWord(b, a)).toBe(isNear);
  });
});

it.each([
  ['123', '00123', true],
  ['00123', '123', true],
  ['0123', '00123', true],
  ['123', '1230', false],
  ['A-7', 'A-07', false],
  ['0', '00', false],
])('the own number %s may be written %s: %s', (number, other, isLike) => {
  expect(ownNumbersLike(number)[0]).toBe(number);
  expect(ownNumbersLike(number).includes(other)).toBe(isLike);
});
