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
  [11, 2026, '2026-11-01', false, 'its month begins'],
  [11, 2026, '2026-11-30', false, 'the last day of its month'],
  [11, 2026, '2026-12-01', true, 'the day after'],
  [12, 2026, '2027-01-01', true, 'its year is over'],
  [9, 2026, '2026-10-01', true, 'a month of one digit'],
  [10, 2026, '2026-09-30', false, 'a month before it'],
  [1, 2030, '2026-11-21', false, 'years away'],
])('a card of %d/%d on %s is expired: %s, as %s', (month, year, today, isExpired) => {
  expect(isCardExpired(month, year, today)).toBe(isExpired);
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
