import { describe, expect, it } from 'vitest';
import { readMemberSearch, SearchQuery, searchWords, startsOf, type MemberSearch } from './search.ts';

const words = (...prefixes: string[]): MemberSearch => ({ prefixes });
const born = (birthDt: string, ...prefixes: string[]): MemberSearch => ({ prefixes, birthDt });
const number = (memberId: string): MemberSearch => ({ memberId });

describe('what somebody may mean who looks for a member', () => {
  it.each<[typed: string, readings: MemberSearch[]]>([
    ['ruth oka', [words('ruth', 'oka')]],
    ['Okafor, Ruth', [words('okafor', 'ruth')]],
    ['José', [words('jose')]],
    ["Wolde-Giorgis O'Neill", [words('wolde', 'giorgis', 'o', 'neill')]],
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
    // No such day: words like any others.
    ['rivera 2/30/1985', [words('rivera', '2/30/1985')]],
    ['March', [words('march')]],
    ['---', []],
  ])('%s', (typed, readings) => {
    expect(readMemberSearch(typed)).toEqual(readings);
  });
});

describe('the words of a search', () => {
  it('are folded, and apart at blanks, points, hyphens and apostrophes', () => {
    expect(searchWords('  Ñandú  O’Neill-Ruiz, J. ')).toEqual(['nandu', 'o', 'neill', 'ruiz', 'j']);
  });

  it('are found by their first three letters, the longest first', () => {
    expect(startsOf(['li', 'okafor', 'ruth'])).toEqual(['oka', 'rut']);
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
