import { describe, expect, it } from 'vitest';
import { isSameAddress } from './address.ts';
import { addressLines, AnyAddress, OTHER_COUNTRIES, readCountry } from './any-address.ts';
import { isCompleteAddress } from './letter.ts';

const own = { streetAddress: '1 Main St', cityNm: 'Austin', stateCd: 'TX', postalCd: '78701' };
const london = {
  streetAddress: '9 High St',
  cityNm: 'London',
  stateCd: '',
  postalCd: 'N1 9GU',
  countryCd: 'GB',
};
const issuesOf = (form: unknown) =>
  AnyAddress.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('an address of any country', () => {
  it.each<[object, object]>([
    [own, own],
    [
      { ...own, streetAddress2: ' Apt 3 ' },
      { ...own, streetAddress2: 'Apt 3' },
    ],
    [{ ...own, streetAddress2: '', countryCd: '' }, own],
    [{ ...own, countryCd: null, streetAddress2: null }, own],
    [{ ...own, countryCd: 'US' }, own],
    [london, london],
    [
      { streetAddress: 'Bole Rd', cityNm: 'Addis Ababa', countryCd: 'ET' },
      { streetAddress: 'Bole Rd', cityNm: 'Addis Ababa', countryCd: 'ET', stateCd: '', postalCd: '' },
    ],
  ])('%j is taken', (form, address) => {
    expect(AnyAddress.parse(form)).toEqual(address);
  });

  it.each<[unknown, [string, string][]]>([
    // The spec's messages hold in the deployment's own country, in which an address is unless it says otherwise.
    [{ ...own, postalCd: 'N1 9GU' }, [['postalCd', 'Zip Code is required']]],
    [{ ...own, countryCd: 'US', stateCd: 'Texas' }, [['stateCd', 'State is required']]],
    [
      {},
      [
        ['streetAddress', 'Street Name and Number is required'],
        ['cityNm', 'City name is required'],
        ['stateCd', 'State is required'],
        ['postalCd', 'Zip Code is required'],
      ],
    ],
    [{ ...london, countryCd: 'XX' }, [['countryCd', 'Choose a country']]],
    [{ ...london, cityNm: '' }, [['cityNm', 'City name is required']]],
    [{ ...london, postalCd: 'x'.repeat(21) }, [['postalCd', 'At most 20 characters']]],
    [{ ...own, streetAddress2: 'x'.repeat(101) }, [['streetAddress2', 'At most 100 characters']]],
    ['12 Elm Street', [['', 'The request has no fields']]],
  ])('%j is refused', (form, issues) => {
    expect(issuesOf(form)).toEqual(issues);
  });

  it('is the same place only with its second line and country', () => {
    expect(isSameAddress(own, { ...own, streetAddress2: undefined })).toBe(true);
    expect(isSameAddress(own, { ...own, streetAddress2: 'Apt 3' })).toBe(false);
    expect(isSameAddress({ ...london, countryCd: 'IE' }, london)).toBe(false);
    expect(isSameAddress(null, own)).toBe(false);
  });

  it.each([
    [own, ['1 Main St', 'Austin, TX 78701']],
    [{ ...own, streetAddress2: 'Apt 3' }, ['1 Main St', 'Apt 3', 'Austin, TX 78701']],
    [london, ['9 High St', 'London', 'N1 9GU', 'UNITED KINGDOM']],
    [
      { streetAddress: 'Hauptstr. 5', cityNm: 'Köln', stateCd: '', postalCd: '50667', countryCd: 'DE' },
      ['Hauptstr. 5', '50667 Köln', 'GERMANY'],
    ],
    [
      { streetAddress: '20 Bay St', cityNm: 'Toronto', stateCd: 'ON', postalCd: 'M5J 2N8', countryCd: 'CA' },
      ['20 Bay St', 'Toronto ON M5J 2N8', 'CANADA'],
    ],
    [
      { streetAddress: 'Bole Rd', cityNm: 'Addis Ababa', stateCd: '', postalCd: '1000', countryCd: 'ET' },
      ['Bole Rd', '1000 Addis Ababa', 'ETHIOPIA'],
    ],
    [
      { streetAddress: '4 Awolowo Rd', cityNm: 'Ikoyi', stateCd: 'Lagos', postalCd: '', countryCd: 'NG' },
      ['4 Awolowo Rd', 'Ikoyi, Lagos', 'NIGERIA'],
    ],
  ])('%j stands on paper so', (address, lines) => {
    expect(addressLines(address)).toEqual(lines);
    expect(isCompleteAddress(address)).toBe(true);
  });

  it.each([
    ...[
      ['gb', 'GB'],
      ['United Kingdom', 'GB'],
      ['USA', 'US'],
      ['Ethiopia', 'ET'],
      ['eritrea', 'ER'],
    ],
    ...[
      ['Côte d’Ivoire', 'CI'],
      ['Norge', 'NO'],
      ['Republic of Ireland', 'IE'],
      ['The Democratic Republic of the Congo', undefined],
      ['Congo - Kinshasa', 'CD'],
      ['RSA', 'ZA'],
      ['Atlantis', undefined],
      ['', undefined],
      ['constructor', undefined],
    ],
  ])('the country %s is %s', (text = '', code) => {
    expect(readCountry(text)).toBe(code);
  });

  it('is of 248 other countries', () => {
    expect(new Set(OTHER_COUNTRIES).size).toBe(248);
  });
});
