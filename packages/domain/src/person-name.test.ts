import { describe, expect, it } from 'vitest';
import {
  formerlyOf,
  formerNamesAfter,
  fullName,
  listName,
  readSuffix,
  splitSuffix,
  suffixWords,
} from './person-name.ts';
import { nameInText } from './text.ts';

const samuel = { firstNm: 'Samuel', lastNm: 'Okafor' };

describe('a suffix', () => {
  it.each([
    [{ ...samuel }, 'Samuel Okafor', 'Okafor, Samuel'],
    [{ ...samuel, suffix: null }, 'Samuel Okafor', 'Okafor, Samuel'],
    [{ ...samuel, suffix: 'Jr.' }, 'Samuel Okafor Jr.', 'Okafor Jr., Samuel'],
  ])('is shown with the name: %j', (name, full, list) => {
    expect([fullName(name), listName(name), nameInText(listName(name))]).toEqual([full, list, full]);
  });

  it.each([
    ...[
      ['jr', 'Jr.'],
      ['JR.', 'Jr.'],
      ['Junior', 'Jr.'],
      ['sr', 'Sr.'],
      ['iii', 'III'],
      ['2nd', 'II'],
    ],
    ...[
      [' Esq. ', 'Esq.'],
      ['', ''],
    ],
  ])('%s is kept as %s', (typed = '', kept = '') => {
    expect(readSuffix(typed)).toBe(kept);
  });

  it('is found by its usual words', () => {
    expect(suffixWords('Jr.')).toEqual(['jr', 'junior']);
    expect(suffixWords('Esq.')).toEqual(['esq']);
    expect(suffixWords(null)).toEqual([]);
  });

  it.each([
    ['Okafor Jr.', 'Okafor', 'Jr.'],
    ['Okafor, Jr', 'Okafor', 'Jr.'],
    ['van der Berg III', 'van der Berg', 'III'],
    ['Okafor', 'Okafor', null],
    ['Jr', 'Jr', null],
    ['Okafor V', 'Okafor V', null],
    ['Senior', 'Senior', null],
  ])('is taken out of %s', (written, lastNm, suffix) => {
    expect(splitSuffix(written)).toEqual({ lastNm, suffix });
  });
});

describe('former names', () => {
  const [first, second] = [new Date('2020-01-01'), new Date('2026-01-01')];
  const tesfaye = { firstNm: 'Abeba', lastNm: 'Tesfaye' };
  const abebe = { firstNm: 'Abeba', lastNm: 'Abebe' };
  it.each<[string, Parameters<typeof formerNamesAfter>[0], typeof abebe, object[], string | undefined]>([
    ['nothing changes', tesfaye, tesfaye, [], undefined],
    ['another spelling', tesfaye, { ...tesfaye, lastNm: 'TESFAYÉ' }, [], undefined],
    ['a wedding', tesfaye, abebe, [{ ...tesfaye, until: second }], 'Tesfaye'],
    [
      'a second one',
      { ...abebe, formerNames: [{ ...tesfaye, until: first }] },
      { ...abebe, lastNm: 'Lee' },
      [
        { ...tesfaye, until: first },
        { ...abebe, until: second },
      ],
      'Abebe',
    ],
    [
      'the old one again',
      { ...abebe, formerNames: [{ ...tesfaye, until: first }] },
      tesfaye,
      [{ ...abebe, until: second }],
      'Abebe',
    ],
    ['a first name', tesfaye, { ...tesfaye, firstNm: 'Ruth' }, [{ ...tesfaye, until: second }], 'Abeba'],
  ])('%s', (_what, before, after, formerNames, formerly) => {
    const names = formerNamesAfter(before, after, second);
    expect(names).toEqual(formerNames);
    expect(formerlyOf(after, names)).toBe(formerly);
  });
});
