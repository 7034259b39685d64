import { expect, it } from 'vitest';
import { addressLine, cityLine } from './import-address.ts';
import { familyKey, placeOf } from './import-family.ts';
import { readEmails, readPhones } from './import-values.ts';

const keyOf = (household: string) =>
  familyKey({ values: { household } }, { Family: 'household' }, {}, 'numbers')?.key;

it.each([
  ['1', '1.0'],
  ['001', '1'],
  ['A-01', 'a-01'],
])('%s and %s are the key of one family', (one, other) => expect(keyOf(one)).toBe(keyOf(other)));

it.each(['Various', 'New', 'none', '0', '000', 'see notes', 'X'])('%s is the key of no family', (text) =>
  expect(keyOf(text)).toBeUndefined(),
);

it('keys that differ in more than zeros are of two families', () =>
  expect(new Set(['1', '10', 'A1', 'A01', '1.5'].map(keyOf)).size).toBe(5));

it.each([
  ['PO Box 5', 'P.O. Box 5'],
  ['P O Box 5', 'Post Office Box 5'],
  ['1 Elm Street', '1 Elm St.'],
])('%s and %s are one place', (one, other) =>
  expect(placeOf({ values: {}, place: one })).toBe(placeOf({ values: {}, place: other })),
);

it.each([
  ['Laurel, MD', 'Laurel', 'MD', ''],
  ['Laurel, Maryland', 'Laurel', 'MD', ''],
  ['Laurel MD', 'Laurel', 'MD', ''],
  ['Washington, DC', 'Washington', 'DC', ''],
  ['Laurel, MD 20707', 'Laurel', 'MD', '20707'],
  ['Laurel, Md.', 'Laurel', 'MD', ''],
  ['Boston, Mass.', 'Boston', 'MA', ''],
  ['San Juan, Puerto Rico', 'San Juan', 'PR', ''],
  ['Atlanta, Georgia 30301', 'Atlanta', 'GA', '30301'],
  ['LAUREL MD', 'LAUREL', 'MD', ''],
])('the city %s has its state beside it', (text, city, state, zip) =>
  expect(cityLine(text)).toEqual({ city, state, zip }),
);

it.each([
  ...['Laurel', 'Fort Washington', 'Paris, France', 'Port Deposit'],
  ...['Delhi, India', 'Tbilisi, Georgia', 'CITY OF LA', 'Boston, Mass'],
])('the city %s has no state', (text) => expect(cityLine(text)).toBeUndefined());

it.each([
  ['1 Elm St Laurel MD 20707', '1 Elm St', 'Laurel'],
  ['12 Oak Ave. NW Fort Washington MD 20744', '12 Oak Ave. NW', 'Fort Washington'],
  ['1 Elm St Apt 4 Laurel, MD 20707', '1 Elm St Apt 4', 'Laurel'],
  ['5 Oak Dr, St Louis MO 63101', '5 Oak Dr', 'St Louis'],
])('the address %s is %s in %s', (text, street, city) =>
  expect(addressLine(text)).toMatchObject({ street, city }),
);

it.each([
  ['Oak Manor\nRoom B\nLaurel, MD 20707', 'Oak Manor, Room B'],
  ['Rural Route\nBox Five\nLaurel, MD 20707', 'Rural Route, Box Five'],
  ['Amos Sorrel\n1 Elm St\nLaurel, MD 20707', '1 Elm St'],
  ['The Sorrel Family\n1 Elm St\nLaurel, MD 20707', '1 Elm St'],
])('the address %j of Vera Sorrel is in %s', (text, street) =>
  expect(addressLine(text, 'Vera Sorrel')?.street).toBe(street),
);

it.each(['5 Oak Dr St Louis MO 63101', '1 Broadway New York NY 10001', 'Elm St Laurel MD 20707'])(
  'the address %s is not divided',
  (text) => expect(addressLine(text)).toBeUndefined(),
);

it.each(['noemail@noemail.com', 'no@no.com', 'none@none.com', 'NoEmail@example.org', 'x@x.com'])(
  '%s is no address for mail',
  (text) => expect(readEmails(text)).toEqual([]),
);

it.each(['acme@acme.com', 'noe@example.org', 'no@example.org'])('%s is an address for mail', (text) =>
  expect(readEmails(text)).toEqual([text]),
);

it('ten digits after a 0 are no number of the own country', () => {
  expect(readPhones('0911 234567')).toEqual({ phones: [], wrong: ['0911 234567'] });
  expect(readPhones('00251 911 234567').phones).toEqual(['+251911234567']);
});
