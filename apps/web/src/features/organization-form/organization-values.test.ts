import { describe, expect, it } from 'vitest';
import { mergeFields } from '../../lib/merge-fields.ts';
import { changeOf, EMPTY } from './organization-values.ts';

const read = { ...EMPTY, organizationName: 'Grace', cityNm: 'Laurel', phone: '(301) 555-0100' };

describe('an edit and what somebody stored meanwhile', () => {
  it.each([
    ['nothing', {}, {}, {}, []],
    ['a field of mine', { cityNm: 'Bowie' }, {}, { cityNm: 'Bowie' }, []],
    ['a field of theirs', {}, { cityNm: 'Bowie' }, { cityNm: 'Bowie' }, []],
    [
      'a field of each',
      { organizationName: 'Hope' },
      { cityNm: 'Bowie' },
      { organizationName: 'Hope', cityNm: 'Bowie' },
      [],
    ],
    ['one field to the same', { cityNm: 'Bowie' }, { cityNm: 'Bowie' }, { cityNm: 'Bowie' }, []],
    [
      'one field to two values',
      { cityNm: 'Bowie', phone: '' },
      { cityNm: 'Crofton' },
      { cityNm: 'Bowie', phone: '' },
      [{ name: 'cityNm', stored: 'Crofton' }],
    ],
  ] as const)('changed %s', (_what, mine, theirs, merged, clashes) => {
    expect(mergeFields(read, { ...read, ...mine }, { ...read, ...theirs })).toEqual({
      fields: { ...read, ...merged },
      clashes,
    });
  });
});

it('sends two phones at most, and keeps those that the form does not show', () => {
  const stored = ['1', '2', '3'].map((phoneNbr) => ({ phoneNbr }));
  expect(changeOf({ ...read, secondPhone: '' }, stored).phones).toEqual([
    { phoneNbr: '(301) 555-0100' },
    { phoneNbr: '3' },
  ]);
});
