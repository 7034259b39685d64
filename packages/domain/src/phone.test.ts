import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  formatTypedPhone,
  isValidPhone,
  phoneDigits,
  PhoneNumber,
  showPhone,
  TYPED_PHONE_MAX,
} from './phone.ts';

it.each([
  ['5551230142', true, '(555) 123-0142'],
  ['(555) 123-0142', true, '(555) 123-0142'],
  ['555.123.0142', true, '(555) 123-0142'],
  ['555123014', false, '555123014'],
  ['15551230142', false, '15551230142'],
  [' 0142 ', false, '0142'],
  ['', false, ''],
])('%j is dialable: %s, and shows as %j', (text, isValid, shown) => {
  expect(isValidPhone(text)).toBe(isValid);
  expect(showPhone(text)).toBe(shown);
});

it.each([
  ['', ''],
  ['5', '5'],
  ['555', '555'],
  ['5551', '(555) 1'],
  ['555123', '(555) 123'],
  ['5551230', '(555) 123-0'],
  ['5551230142', '(555) 123-0142'],
  ['(555) 123-01429', '(555) 123-0142'],
  ['a5b', '5'],
  ['1', ''],
  ['1 301 555 0142', '(301) 555-0142'],
  ['+1-301-555-0142', '(301) 555-0142'],
])('%j becomes %j while it is typed', (text, shown) => {
  expect(formatTypedPhone(text)).toBe(shown);
});

it('is as long as a field for it, once it is whole', () => {
  expect(formatTypedPhone('5551230142999')).toBe('(555) 123-0142');
  expect(formatTypedPhone('+1 (301) 555-0142'.slice(0, TYPED_PHONE_MAX))).toBe('(301) 555-0142');
});

it('has only digits', () => {
  expect(phoneDigits('+1 (555) 123-0142 ext. ٣')).toBe('15551230142');
});

it.each([
  ['(555) 123-0142', true],
  ['555.123.0142', true],
  ['abc5551230142', false],
  ['5551230142 x3', false],
])('the field of a phone number takes %j: %s', (text, isTaken) => {
  expect(z.safeParse(PhoneNumber, text).success).toBe(isTaken);
});
