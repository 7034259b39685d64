import { describe, expect, it } from 'vitest';
import {
  memberListWords,
  phoneEndsOf,
  readMemberSearch,
  searchKeysOfName,
  SearchQuery,
  searchWords,
  startOf,
  startsOf,
  type MemberSearch,
} from './search.ts';

const words = (...prefixes: string[]): MemberSearch => ({ prefixes });
const born = (birthDt: string, ...prefixes: string[]): MemberSearch => ({ prefixes, birthDt });
const number = (memberId: string): MemberSearch => ({ memberId });
const phoneEnd = (end: string, ...prefixes: string[]): MemberSearch => ({ prefixes, phoneEnd: end });
const birthYear = (year: string, ...prefixes: string[]): MemberSearch => ({ prefixes, birthYear: year });

describe('the readings of a search for a member', () => {
  it.each<[typed: string, readings: MemberSearch[]]>([
    ['ruth oka', [words('ruth', 'oka')]],
    ['Okafor, Ruth', [words('okafor', 'ruth')]],
    ['José', [words('jose')]],
    ["Wolde-Giorgis O'Neill", [words('wolde', 'giorgis', 'oneill')]],
    ['M-000123', [number('M-000123')]],
    ['m123', [number('M-000123')]],
    ['m 1234567', [number('M-1234567')]],
    ['000123', [number('M-000123')]],
    ['301', [number('M-000301'), words('301')]],
    ['3015550142', [words('3015550142')]],
    ['(301) 555-01', [words('30155501')]],
    ['+1 301 555 0142', [words('3015550142')]],
    ['3/14/1985', [born('1985-03-14')]],
    ['03.14.1985', [born('1985-03-14')]],
    ['3-14-1985', [born('1985-03-14')]],
    ['1985-03-14', [born('1985-03-14')]],
    ['14/03/1985', [born('1985-03-14')]],
    ['3/14/85', [born('1985-03-14'), born('2085-03-14')]],
    ['12141985', [born('1985-12-14'), words('2141985')]],
    ['March 14, 1985', [born('1985-03-14')]],
    ['Mar. 14th 1985', [born('1985-03-14')]],
    ['14 march 1985', [born('1985-03-14')]],
    ['rivera 3/14/1985', [born('1985-03-14', 'rivera')]],
    ['3/14/1985 Ana Rivera', [born('1985-03-14', 'ana', 'rivera')]],
    ['0142', [number('M-000142'), phoneEnd('0142')]],
    ['3015', [number('M-003015'), phoneEnd('3015'), words('3015')]],
    ['1985', [number('M-001985'), phoneEnd('1985'), birthYear('1985'), words('985')]],
    ['555-0142', [phoneEnd('5550142'), words('5550142')]],
    ['ruth 0142', [phoneEnd('0142', 'ruth'), words('ruth', '0142')]],
    ['ruth 1985', [phoneEnd('1985', 'ruth'), birthYear('1985', 'ruth'), words('ruth', '1985')]],
    ['M-123 okafor', [words('000123', 'okafor')]],
    // Not an existing day: words like any others.
    ['rivera 2/30/1985', [words('rivera', '2/30/1985')]],
    ['March', [words('march')]],
    ['---', []],
  ])('%s', (typed, readings) => {
    expect(readMemberSearch(typed)).toEqual(readings);
  });
});

describe('the words of a search', () => {
  it('are folded, apart at blanks, points and hyphens, and without apostrophes', () => {
    expect(searchWords('  Ñandú  O’Neill-Ruiz, J. ')).toEqual(['nandu', 'oneill', 'ruiz', 'j']);
  });

  it.each([
    ["O'Sullivan", ['osullivan', 'sullivan']],
    ['O Sullivan', ['osullivan', 'sullivan']],
    ['De la Cruz', ['delacruz', 'lacruz', 'cruz']],
    ['Wolde-Giorgis', ['woldegiorgis', 'giorgis']],
    ['José', ['jose']],
    [' - ', []],
  ])('find %s by each of its words with those after it', (name, keys) => {
    expect(searchKeysOfName(name)).toEqual(keys);
  });

  it.each([
    ['(301) 555-0142', ['3015550142']],
    ['m123', ['000123']],
    ['M-000123', ['000123']],
    ['m-0', ['0']],
    ['ruth 0142', ['ruth', '0142']],
    ['---', []],
  ])('of a list of members are those of %s', (term, words) => {
    expect(memberListWords(term)).toEqual(words);
  });

  it('find a phone by its last 7 and last 4 digits', () => {
    expect(phoneEndsOf('3015550142')).toEqual(['5550142', '0142']);
    expect(phoneEndsOf('30155')).toEqual([]);
  });

  it('are stored with their first three and two letters, and looked for by those of the longest', () => {
    expect(startsOf(['li', 'okafor', 'ruth', 'j'])).toEqual(['li', 'oka', 'ok', 'rut', 'ru']);
    expect(startOf(['st', 'okafor', 'ruth'])).toBe('oka');
    expect(startOf(['n', 'ng'])).toBe('ng');
    expect(startOf(['a', 'b'])).toBeUndefined();
    expect(startOf([])).toBeUndefined();
  });
});

describe('the query of a search', () => {
  it.each([
    [{ q: ' ru ' }, false],
    [{ q: 'rut' }, true],
    [{}, false],
    [{ q: 'x'.repeat(101) }, false],
  ])('%o', (query, isGood) => {
    expect(SearchQuery.safeParse(query).success).toBe(isGood);
  });
});
