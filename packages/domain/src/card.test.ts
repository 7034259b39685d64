import { expect, it } from 'vitest';
import { cardExpirationDate, cardTypeOf, isCardExpired, showExpirationDate } from './card.ts';

it.each([
  [4, 2029, '0429', '04/29'],
  [12, 2030, '1230', '12/30'],
  [1, 2100, '0100', '01/00'],
  [11, 2005, '1105', '11/05'],
])('month %d of %d is %s and shows as %s', (month, year, expirationDate, shown) => {
  expect(cardExpirationDate(month, year)).toBe(expirationDate);
  expect(showExpirationDate(expirationDate)).toBe(shown);
});

it.each([
  [11, 2026, '2026-11-01T00:00:00.000Z', false, 'its month begins'],
  [11, 2026, '2026-12-01T11:59:59.999Z', false, 'the last place on Earth is still in its month'],
  [11, 2026, '2026-12-01T12:00:00.000Z', true, 'its month is over everywhere'],
  [12, 2026, '2027-01-01T11:59:59.999Z', false, 'its year ends'],
  [12, 2026, '2027-01-01T12:00:00.000Z', true, 'its year is over'],
  [10, 2026, '2026-11-21T00:00:00.000Z', true, 'it ended a month ago'],
])('a card of %d/%d at %s is expired: %s, as %s', (month, year, now, isExpired) => {
  expect(isCardExpired(month, year, new Date(now))).toBe(isExpired);
});

it.each([
  ['visa', 'Visa'],
  ['VISA', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['unknown', 'Card'],
  ['', 'Card'],
  ['constructor', 'Card'],
  ['__proto__', 'Card'],
])('the brand %j is %s', (brand, name) => {
  expect(cardTypeOf(brand)).toBe(name);
});
