import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { sentAddressOf, TypedAddress, typedAddressOf, TypedAddressOrNone } from './typed-address.ts';

const home = { streetAddress: '12 Elm Street', cityNm: 'Bowie', stateCd: 'MD', postalCd: '20707' };
const abroad = {
  streetAddress: 'Bole Road 4',
  cityNm: 'Addis Ababa',
  stateCd: '',
  postalCd: '',
  countryCd: 'ET',
};
const faults = (schema: typeof TypedAddress, change: object) =>
  z
    .safeParse(schema, { ...typedAddressOf(null), ...change })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];
const NEEDED = ['streetAddress', 'cityNm', 'stateCd', 'postalCd'];

describe('a typed address', () => {
  it.each<[string, object, string[], string[]]>([
    ['nothing', {}, NEEDED, []],
    ['one at home', home, [], []],
    ['one at home, with a second line', { ...home, streetAddress2: 'Apt 3' }, [], []],
    ['one at home without a zip code', { ...home, postalCd: '' }, ['postalCd'], ['postalCd']],
    ['one abroad, without region and postal code', abroad, [], []],
    ['one abroad without a city', { ...abroad, cityNm: '' }, ['cityNm'], ['cityNm']],
    ['a second line alone', { streetAddress2: 'Apt 3' }, NEEDED, NEEDED],
  ])('%s', (_name, typed, ofComplete, ofOptional) => {
    expect([faults(TypedAddress, typed), faults(TypedAddressOrNone, typed)]).toEqual([
      ofComplete,
      ofOptional,
    ]);
  });

  it('is sent without optional parts that are empty', () => {
    expect(sentAddressOf(typedAddressOf(home))).toEqual(home);
    expect(sentAddressOf({ ...typedAddressOf(null), ...abroad })).toEqual(abroad);
  });
});
