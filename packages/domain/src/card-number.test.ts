import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber, withoutCardNumbers } from './card-number.ts';

const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const bold = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));
const devanagari = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit)));
const circled = (digits: string) =>
  digits.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit))));

const CARD = '4242424242424242';
const grouped = (separator: string) => CARD.match(/\d{4}/g)?.join(separator) ?? '';
const spread = (separator: string) => [...CARD].join(separator);

describe('a card number is found', () => {
  it.each([
    ['alone', CARD],
    ['in groups', grouped(' ')],
    ['with hyphens', grouped('-')],
    ['with dots', grouped('.')],
    ['with slashes', grouped('/')],
    ['with two blanks', grouped('  ')],
    ['with a line break', grouped('\n')],
    ['with no-break spaces', grouped('\u00a0')],
    ['with zero width spaces', spread('\u200b')],
    ['with soft hyphens', spread('\u00ad')],
    ['with marks of a script', spread('\u0301')],
    ['with underscores', grouped('_')],
    ['with emoji', spread('🙂')],
    ['with a long line between', grouped(` ${'-'.repeat(80)} `)],
    ['with an x', grouped('x')],
    ['with and', grouped(' and ')],
    ['digit by digit', spread(' / ')],
    ['within words', `Ruth ${CARD} Okafor`],
    ['after a house number', `12 Elm Street, Apt 4, ${grouped(' ')}`],
    ['before a zip code', `${grouped(' ')}, 20707`],
    ['within a longer run of digits', `9${CARD}1`],
    ['twice', `${CARD}${CARD}`],
    ['after a date', `11.04.2026 ${CARD}`],
    ['after a phone number', `(301) 555-0142 ${grouped(' ')}`],
    ['that begins like a phone number', '424-242-4242 424242'],
    ['within an id of digits alone', '42424242-4242-4242-4242-424242424242'],
    ['in JSON', JSON.stringify({ a: '4242', b: '4242', c: ['4242', 4242] })],
    ['in Arabic digits', arabic(grouped(' '))],
    ['in full width', fullWidth(CARD)],
    ['in bold', bold(grouped('-'))],
    ['in Devanagari', devanagari(CARD)],
    ['in circles', circled(CARD)],
    ['in two scripts', `${arabic('42424242')} 42424242`],
    ['of American Express', '3782 822463 10005'],
    ['of Diners Club', '3622 720627 1667'],
    ['of Discover', '6011 1111 1111 1117'],
    ['of Mastercard', '2223 0031 2200 3222'],
    ['of JCB', '3566002020360505'],
    ['of UnionPay', '6205 5000 0000 0000 004'],
    ['of 13 digits', '4222222222222'],
    ['of no network', '1234 5678 1234 5670'],
    ['of no network, beside another number', '12: 1234567812345670'],
  ])('%s', (_how, text) => {
    expect(hasCardNumber(text)).toBe(true);
    expect(hasCardNumber(withoutCardNumbers(text))).toBe(false);
    expect(withoutCardNumbers(text)).toContain('[number]');
  });
});

describe('nothing else is taken for one', () => {
  it.each([
    'Ruth Okafor',
    'O’Brien-Smith 3rd',
    '12345 North 16th Street, Apartment 1204',
    'P.O. Box 123456, 20707-1234',
    '(301) 555-0142',
    '3015550142',
    '301-555-0142 or 410-555-0199',
    '3015550142, 4105550199, 2405550123',
    '+251 911 234 567, +251 922 345 678',
    '+234 803 123 4567',
    '04/11/2026',
    '11.04.2026 to 12.04.2026',
    '04/11/2026 - 05/11/2026, 06/11/2026 - 07/11/2026',
    '2026-04-11/2026-05-11',
    'born 03/07/1951, phone 301-555-0142',
    'ruth.1951.03.07@example.org',
    'M-000123, M-000124, M-000125, M-000126',
    '$1,234.56 of $9,876.54',
    '1234 5678 9012 3456',
    '4242 4242 4242',
    '4242424242424241',
    '4242 next to 4242 and then 4242 with 4242',
    '10203040506070809000',
    '',
  ])('%j', (text) => {
    expect(hasCardNumber(text)).toBe(false);
    expect(withoutCardNumbers(text)).toBe(text);
  });

  it('neither a UUID nor an id of a document', () => {
    fc.assert(fc.property(fc.uuid(), (id) => !hasCardNumber(`${id}:receipt`) || !/[a-f]/.test(id)));
    const hexId = fc.stringMatching(/^[0-9a-f]{24}$/).filter((id) => /[a-f]/.test(id));
    fc.assert(fc.property(hexId, (id) => !hasCardNumber(`/v2/members/${id}`)));
  });
});

describe('however a card number is spelt', () => {
  const spelling = fc.array(fc.stringMatching(/^[^\p{L}\p{N}]{0,3}$/u), { minLength: 16, maxLength: 16 });
  const script = fc.constantFrom(String, arabic, fullWidth, bold, devanagari, circled);

  it('nothing of it is left', () => {
    fc.assert(
      fc.property(spelling, script, (between, write) => {
        const text = [...CARD].map((digit, index) => `${write(digit)}${between[index]}`).join('');
        expect(hasCardNumber(text)).toBe(true);
        expect(withoutCardNumbers(text).normalize('NFKC')).not.toMatch(/\p{Nd}/u);
      }),
    );
  });
});

describe('a text of a log', () => {
  it.each([
    ['/member/4242%204242%204242%204242', '/member/[number]'],
    ['/member/4242%25204242%25204242%25204242/x', '/member/[number]/x'],
    [`/member/${encodeURIComponent(fullWidth(CARD))}`, '/member/[number]'],
    ['/member/%E0%A4%A/4242424242424242', '/member/%E0%A4%A/[number]'],
    ['/a%20b/%ff', '/a%20b/%ff'],
    ['paid with 4242 4242 4242 4242 by Ruth', 'paid with [number] by Ruth'],
    [`${CARD}, 5555 5555 5555 4444.`, '[number].'],
  ])('%s', (text, clean) => {
    expect(withoutCardNumbers(text)).toBe(clean);
  });

  it.each(['4', '1-', '4242 ', '%34', '%2525', '25', '11.04.2026 ', '+1', 'a1-'])(
    'that repeats %j ten thousand times is read in time that grows with its length',
    (part) => {
      const text = part.repeat(10_000);
      // Ends within the test's time limit, or it grows with the square.
      expect(withoutCardNumbers(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
