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
    ['with a word', grouped('dash')],
    ['with words', grouped(' then ')],
    ['with other words each time', '4242 next to 4242 and then 4242 with 4242'],
    ['with half a sentence', grouped(' and after that come the four digits ')],
    ['in eights, with a word', '42424242 continues 42424242'],
    ['in twelve and four, with a word', '424242424242 ending 4242'],
    ['in unequal groups, with words', '4242 first 42424242 last 4242'],
    ['with words, before its date', `${grouped(' then ')} until 12/27, code 123`],
    ['with words in Arabic digits', arabic(grouped(' then '))],
    ['with words of another script', grouped(' ከዚያ ')],
    ['of American Express with words', '3782 then 822463 then 10005'],
    ['of Diners Club with words', '3622 then 720627 then 1667'],
    ['of 19 digits with words', '6205 then 5000 then 0000 then 0000 then 004'],
    ['of 13 digits with words', '4222 then 2222 then 2222 then 2'],
    ['as two numbers with a plus', '+42424242 +42424242'],
    ['as a number with a plus', '+4222222222222'],
    ['as a number with a plus and blanks', '+4222 222 222 222'],
    ['as a number with a plus and the rest', '+4242424242 424242'],
    ['digit by digit', spread(' / ')],
    ['digit by digit, as dates are', spread('/')],
    ['in pairs, as dates are', CARD.match(/\d\d/g)?.join('-') ?? ''],
    ['that ends like a phone number', '4242 42424 242-4242'],
    ['that begins like a phone number of seven digits', '424-2424 242-4242 42'],
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
    '4242 next to 4242 and then 4242 with 4244',
    'Lots 4242, 4242 and 4242',
    '+49 1512 3456789 or +49 1512 3456704',
    '+4915123456704',
    '+43 664 1234567, +43 664 1234568',
    '+44 20 7946 0958 and +44 7700 900123',
    '+234 803 123 4567, +234 703 765 4321, +234 813 555 0142',
    '+2348031234567',
    '+2348031234560',
    '+251911234567 +251922345678',
    '+1 (301) 555-0142, +1 (410) 555-0199',
    '+1 301 555 0142 x4021',
    '1-800-555-0199',
    'Call 301.555.0142 after 5, or 240.555.0123 until 9',
    '4242 Rhode Island Avenue, Apt 12, Mount Rainier, MD 20712-1804',
    '5505 Fifth Street between 5th and 6th, house 12',
    '4601 Eisenhower Avenue, then left to 4701, until 4810',
    '6200 Annapolis Road #3105, Hyattsville 20784',
    '3000 members in 2024 and 3500 in 2025',
    'Born 1951, married 1973, widowed 2001, joined 2019',
    '1951, 1973, 2001, 2019',
    'from 2019 to 2023 and from 2024 to 2026',
    '03/07/1951, 11/21/1953, 06/30/1979, 01/02/1984',
    '3/7/51 and 11/21/53',
    '2026-11-22T01:15:48.123Z',
    '2026-11-22 01:15:48 to 2026-11-23 02:16:49',
    // Their 14 digits pass the Luhn check.
    '2024-05-01 10:00:00 UTC',
    '2024-05-01T10:00:00.004Z',
    '12/31/2024 11:02:02 AM',
    'M-000123 and M-004242',
    'Members M-004242, M-004243, M-004244 and M-004245',
    'K-4242 to K-4250',
    '$4,242.00, $4,242.00 and $42.40',
    '4,200 of 5,000 dollars, 84 percent',
    'Paid $25 in 2023, $30 in 2024, $35 in 2025',
    'Ruth 45, Ann 42, Joe 17, Eve 15',
    'Psalm 23:4, John 11:25-26, 1 Corinthians 15:51-57',
    'Lot 42, Section 7, Row 3, Grave 12, Permit 2019-4411',
    'Case 2024-CV-004242, hearing 10:30, room 4100',
    'check 4242, check 4243',
    'checks 1001 to 1004, 1010, 1012',
    'visa 4242, amex 1005',
    'ending in 4242, expires 12/2027',
    'ruth4242@example.org, ann.1953@example.com',
    'GET /v2/campaigns/65f0c0ffee00000000004242/runs 200 in 4242 ms',
    'index.js:4242:17, client.js:5501:33, react.js:4110:9',
    '45 40.5 39 38.75',
    '10203040506070809000',
    '',
  ])('%j', (text) => {
    expect(hasCardNumber(text)).toBe(false);
    expect(withoutCardNumbers(text)).toBe(text);
  });

  // One of ten numbers that differ in their last digit passes the Luhn check.
  it.each([
    '555-0142 / 555-019',
    'c 555.0142 h 555.019',
    '5550142;555 019',
    '555-0142, 555-0143, 555-019',
    '301-555-0142 / 555-019',
    '(301)5550142 555-019',
    '301/555-0142 x123',
    '301–555–0142, ext. 123',
    '240-555-0906 / 090',
    '3/4/50 5/6/52 7/8/74 9/1/7',
    '12.4.50, 15.6.52, 7.11.7',
  ])('phones without an area code or with an extension, and short dates: %s', (text) => {
    for (let last = 0; last < 10; last += 1) expect(hasCardNumber(`${text}${last}`), `${last}`).toBe(false);
  });

  it('no key that is made of the time', () => {
    for (let time = 1_795_708_402_120; time < 1_795_708_402_140; time += 1) {
      for (const key of [`${time}`, `pay-${time}-7`, `Fam${time}`, `ruth.${time}@example.org`])
        expect(hasCardNumber(key), key).toBe(false);
      expect(hasCardNumber(`${time} ${CARD}`)).toBe(true);
    }
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

  it.each(['4', '1-', '4242 ', '%34', '%2525', '25', '11.04.2026 ', '+1', 'a1-', '4242 then ', '+42424242 '])(
    'that repeats %j ten thousand times is read in time that grows with its length',
    (part) => {
      const text = part.repeat(10_000);
      // Exceeds the test's time limit if the cost grows with the square.
      expect(withoutCardNumbers(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
