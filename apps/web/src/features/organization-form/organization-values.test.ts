import type { Organization } from '@kinfold/domain/organization';
import { describe, expect, it } from 'vitest';
import { mergeFields } from '../../lib/merge-fields.ts';
import { changeOf, EMPTY, fieldsOf } from './organization-values.ts';

const phones = (...numbers: string[]) => ({ phones: numbers.map((phoneNbr) => ({ phoneNbr })) });
const read = { ...EMPTY, organizationName: 'Grace', cityNm: 'Laurel', ...phones('(301) 555-0100', '') };

describe('an edit, and values stored meanwhile', () => {
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
      { cityNm: 'Bowie', ...phones('', '') },
      { cityNm: 'Crofton' },
      { cityNm: 'Bowie', ...phones('', '') },
      [{ name: 'cityNm', stored: 'Crofton' }],
    ],
  ] as const)('changed %s', (_what, mine, theirs, merged, clashes) => {
    expect(mergeFields(read, { ...read, ...mine }, { ...read, ...theirs })).toEqual({
      fields: { ...read, ...merged },
      clashes,
    });
  });
});

it('sends the phones of the form, and keeps those that it does not show', () => {
  const organization = { ...phones('1', '2', '3'), address: null } as unknown as Organization;
  const [, second, third] = fieldsOf(organization).phones;
  expect(
    changeOf({ ...read, phones: [{ phoneNbr: '' }, second, third] as typeof read.phones }).phones,
  ).toEqual([{ phoneNbr: '2' }, { phoneNbr: '3' }]);
  expect(fieldsOf({ ...organization, phones: [] }).phones).toEqual(EMPTY.phones);
});
