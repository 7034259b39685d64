import { describe, expect, it } from 'vitest';
import { AddressForm } from './address.ts';

const issuesOf = (form: object) =>
  AddressForm.safeParse(form).error?.issues.map((issue) => [issue.path.join('.'), issue.message]);

describe('an address', () => {
  const good = { streetAddress: '1 Main St', cityNm: 'Austin', stateCd: 'TX', postalCd: '78701' };
  it.each([
    [{}, good],
    [{ streetAddress: ' 1 Elm ' }, { ...good, streetAddress: '1 Elm' }],
    [{ streetAddress: '1 Elm' }, { ...good, streetAddress: '1 Elm' }],
    [{ streetAddress: 's'.repeat(100) }, { ...good, streetAddress: 's'.repeat(100) }],
    [{ cityNm: 'Ada' }, { ...good, cityNm: 'Ada' }],
    [{ cityNm: 'c'.repeat(30) }, { ...good, cityNm: 'c'.repeat(30) }],
    [{ stateCd: 'tx' }, good],
    [{ postalCd: '7870' }, { ...good, postalCd: '7870' }],
    [{ modifiedDt: 'now', isAdmin: true }, good],
  ])('with %j is taken', (change, address) => {
    expect(AddressForm.parse({ ...good, ...change })).toEqual(address);
  });

  it.each([
    ['streetAddress', '123', 'Street Name and Number is required'],
    ['streetAddress', ' 123 ', 'Street Name and Number is required'],
    ['streetAddress', 's'.repeat(101), 'Street Name and Number is required'],
    ['cityNm', 'LA', 'City name is required'],
    ['cityNm', '     ', 'City name is required'],
    ['cityNm', 'c'.repeat(31), 'City name is required'],
    ['stateCd', 'T', 'State is required'],
    ['stateCd', 'TEX', 'State is required'],
    ['stateCd', 'T1', 'State is required'],
    ['postalCd', '787', 'Zip Code is required'],
    ['postalCd', '787011', 'Zip Code is required'],
    ['postalCd', '7870A', 'Zip Code is required'],
    ['postalCd', '78701-1234', 'Zip Code is required'],
  ])('with %s %j says %j', (field, value, message) => {
    expect(issuesOf({ ...good, [field]: value })).toEqual([[field, message]]);
  });
});
