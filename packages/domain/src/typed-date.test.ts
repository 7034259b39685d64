import { describe, expect, it } from 'vitest';
import { addDays, typedDate } from './dates.ts';
import { formatTypedDate, noSuchDay, readTypedDate, TYPED_DATE_MAX } from './typed-date.ts';

/** As typed, key by key. */
function typeKeys(text: string): string[] {
  const shown = [''];
  for (const key of text) shown.push(formatTypedDate(shown.at(-1) + key));
  return shown;
}

describe('a date while it is typed', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['03', '03'],
    ['031', '03/1'],
    ['0314', '03/14'],
    ['03141', '03/14/1'],
    ['03141985', '03/14/1985'],
    ['03/14/1985', '03/14/1985'],
    ['0314198599', '03/14/1985'],
    ['a0b3', '03'],
    ['3', '3'],
    ['3/', '03/'],
    ['03/7', '03/7'],
    ['03/7/', '03/07/'],
    ['03/07/1', '03/07/1'],
    ['3/7/1951', '03/07/1951'],
    ['3/17/1951', '03/17/1951'],
    ['12/7/1951', '12/07/1951'],
    ['3-7-1951', '03/07/1951'],
    ['3.7.1951', '03/07/1951'],
    ['03-14-1985', '03/14/1985'],
    ['03 – 14 – 1985', '03/14/1985'],
    ['3/14/85', '03/14/85'],
    ['0/', '0/'],
    ['03/', '03/'],
    ['1985-03-14', '03/14/1985'],
    // The month in letters.
    ['M', 'M'],
    ['Ma', 'Ma'],
    ['mar', '03/'],
    ['March', '03/'],
    ['March 14, 1985', '03/14/1985'],
    ['Sept. 4 1985', '09/04/1985'],
    ['14 March 1985', '03/14/1985'],
    ['4 may 1985', '05/04/1985'],
    ['14-Dec-1985', '12/14/1985'],
    ['Mx', ''],
    ['xyz 3', '3'],
    ['3141985', '03/14/1985'],
    ['31/41/985', '03/14/1985'],
    ['1311985', '01/31/1985'],
    ['1201985', '01/20/1985'],
    ['341985', '03/04/1985'],
    ['34/19/85', '03/04/1985'],
    // Two readings: neither is guessed.
    ['1141985', '1141985'],
    ['1021985', '1021985'],
    ['112019', '11/20/19'],
    // No reading.
    ['31/12/1985', '31/12/1985'],
    ['31121985', '31121985'],
    ['9991985', '9991985'],
    ['2301985', '2301985'],
  ])('%j becomes %j', (text, shown) => {
    expect(formatTypedDate(text)).toBe(shown);
    expect(typeKeys(text).at(-1)).toBe(shown);
  });

  it('is left alone at every key of a date with its zeros, of any day', () => {
    for (let date = '1919-01-01'; date < '1922-01-01'; date = addDays(date, 1)) {
      const typed = typedDate(date);
      expect(typeKeys(typed.replaceAll('/', '')).at(-1)).toBe(typed);
      expect(typeKeys(typed).at(-1)).toBe(typed);
    }
  });

  it('has its slashes where a month and a day may be, at every key of any day without its zeros', () => {
    for (let date = '1919-01-01'; date < '1922-01-01'; date = addDays(date, 1)) {
      const [year = '', month, day] = date.split('-');
      const digits = `${Number(month)}${Number(day)}${year}`;
      for (const shown of typeKeys(digits)) {
        const [first, second, third] = shown.split('/').map(Number);
        if (second === undefined) continue;
        expect(Math.min(first ?? 0, second), `${digits}: ${shown}`).toBeLessThanOrEqual(12);
        expect(Math.max(first ?? 0, second), `${digits}: ${shown}`).toBeLessThanOrEqual(31);
        if (third !== undefined) expect(String(third), `${digits}: ${shown}`).toMatch(/^(1|2|19|20)/);
      }
      const shown = typeKeys(digits).at(-1) ?? '';
      const { day: read, may } = readTypedDate(shown, '2026-11-22');
      expect([read, ...may], digits).toContain(date);
    }
  });

  it('is as long as a field for it, once it is whole', () => {
    expect(formatTypedDate('03141985999')).toHaveLength(TYPED_DATE_MAX);
  });

  it.each([
    ['3/14/1985', '3/14/1985'],
    ['2/07/1951', '2/07/1951'],
    ['12/07/1951', '12/07/1951'],
    ['/14/1985', '14/1985'],
    ['03141985', '03/14/1985'],
    ['3141985', '3141985'],
  ])('%j stays %j while an earlier part of it is corrected', (text, shown) => {
    expect(formatTypedDate(text, false)).toBe(shown);
  });
});

describe('what was typed', () => {
  const today = '2026-11-22';
  it.each([
    ['03/14/1985', '1985-03-14'],
    ['3/14/1985', '1985-03-14'],
    ['3141985', '1985-03-14'],
    ['3/14/85', '1985-03-14'],
    ['03-14-1985', '1985-03-14'],
    ['3 14 85', '1985-03-14'],
    ['031485', '1985-03-14'],
    ['31485', '1985-03-14'],
    ['341985', '1985-03-04'],
    ['31/41/985', '1985-03-14'],
    ['1985-03-14', '1985-03-14'],
    ['1985/3/14', '1985-03-14'],
    ['19850314', '1985-03-14'],
    ['3/14/27', '1927-03-14'],
    ['3/14/15', '2015-03-14'],
  ])('%j is the birth date %s', (text, day) => {
    expect(readTypedDate(text, today)).toEqual({ day, may: [] });
  });

  it.each([
    ['1141985', ['1985-01-14', '1985-11-04']],
    ['1021985', ['1985-01-02', '1985-10-02']],
    ['3/14/22', ['1922-03-14', '2022-03-14']],
    // The beginning of a four-digit year.
    ['03/14/19', ['1919-03-14', '2019-03-14']],
    ['03/14/20', ['1920-03-14', '2020-03-14']],
    ['11/19/19', ['1919-11-19', '2019-11-19', '1919-01-01']],
    // The day first.
    ['31/12/1985', ['1985-12-31']],
    ['31121985', ['1985-12-31']],
    ['31-12-85', ['1985-12-31']],
  ])('%j may be %j, which is asked', (text, may) => {
    expect(readTypedDate(text, today)).toEqual({ may });
  });

  it.each(['', '3', '3/14', '0314', '2/30/1985', '99/99/99', 'tomorrow', '03/14/198', '13131985'])(
    '%j is no date',
    (text) => {
      expect(readTypedDate(text, today)).toEqual({ may: [] });
    },
  );

  it.each([
    ['3/14/27', { day: '2027-03-14', may: [] }],
    ['12/31/26', { day: '2026-12-31', may: [] }],
    ['12/31/20', { may: ['2020-12-31'] }],
  ])('%j of another date is of this century: %j', (text, read) => {
    expect(readTypedDate(text)).toEqual(read);
  });
});

it.each([
  ['02/30/2026', 'There is no February 30'],
  ['02/29/2026', 'There is no February 29 in 2026'],
  ['02/29/2028', undefined],
  ['04/31/2026', 'There is no April 31'],
  ['13/01/2026', undefined],
  ['02/30/1850', undefined],
  ['02/3', undefined],
])('of %s it says %s', (typed, said) => {
  expect(noSuchDay(typed)).toBe(said);
});
