import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  formatTypedPhone,
  isValidPhone,
  phoneDigits,
  PhoneNumber,
  dialedPhone,
  nationalDigits,
  showPhone,
  storedPhone,
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

it.each([
  ['+442079460958', '+442079460958', '+44 20 7946 0958'],
  ['+44 (0)20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['0044 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['+44 7911 123456', '+447911123456', '+44 7911 123456'],
  ['+251 91 123 4567', '+251911234567', '+251 91 123 4567'],
  ['+33 1 23 45 67 89', '+33123456789', '+33 1 23 45 67 89'],
  ['+49 30 123456', '+4930123456', '+49 301 234 56'],
  ['+234 803 123 4567', '+2348031234567', '+234 803 123 4567'],
  ['+39 06 6982', '+39066982', '+39 066 982'],
  ['+1 (301) 555-0142', '3015550142', '(301) 555-0142'],
  ['001 301 555 0142', '3015550142', '(301) 555-0142'],
  ['301.555.0142', '3015550142', '(301) 555-0142'],
])('%s is stored as %s and shown as %s', (text, stored, shown) => {
  expect(z.safeParse(PhoneNumber, text).success).toBe(true);
  expect(storedPhone(text)).toBe(stored);
  expect(storedPhone(stored)).toBe(stored);
  expect(showPhone(stored)).toBe(shown);
  expect(formatTypedPhone(stored)).toBe(shown);
  expect(storedPhone(shown)).toBe(stored);
  expect(dialedPhone(stored)).toBe(stored.startsWith('+') ? stored : `+1${stored}`);
});

it.each(['+1 301 555 014', '+44 20', '+12345678901234567', '442079460958', '+000123456789', '15551230142'])(
  'the field refuses %s',
  (text) => {
    expect(z.safeParse(PhoneNumber, text).success).toBe(false);
  },
);

it.each([
  ['+', '+'],
  ['+4', '+4'],
  ['+44', '+44'],
  ['+44207', '+44 20 7'],
  ['+4420794', '+44 20 794'],
  ['+1', ''],
])('%j of another country becomes %j while it is typed', (text, shown) => {
  expect(formatTypedPhone(text)).toBe(shown);
});

it('of another country is known without its code too', () => {
  expect(nationalDigits('+442079460958')).toBe('2079460958');
  expect(nationalDigits('3015550142')).toBeUndefined();
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
