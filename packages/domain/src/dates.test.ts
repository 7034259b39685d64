import { describe, expect, it } from 'vitest';
import {
  ageAt,
  BirthDate,
  calendarDateOf,
  daysBetween,
  END_OF_TIME,
  formatTypedDate,
  isFutureDate,
  parseDate,
  parseTypedDate,
  showDate,
  typedDate,
  WireInstant,
  yearOf,
} from './dates.ts';

describe('a typed date', () => {
  it.each([
    ['03/14/1985', '1985-03-14'],
    ['02/29/2024', '2024-02-29'],
    ['02/29/2000', '2000-02-29'],
    ['01/01/1900', '1900-01-01'],
    ['12/31/2099', '2099-12-31'],
    [' 03/14/1985 ', '1985-03-14'],
  ])('%j is the day %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
    expect(parseDate(text)).toBe(date);
    expect(BirthDate.parse(text)).toBe(date);
    expect(typedDate(date)).toBe(text.trim());
  });

  it.each([
    ['3/7/1951', '1951-03-07'],
    ['3/07/1951', '1951-03-07'],
    ['03/7/1951', '1951-03-07'],
    ['12/1/2024', '2024-12-01'],
  ])('%j with single digits is the day %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
    expect(parseDate(text)).toBe(date);
    expect(BirthDate.parse(text)).toBe(date);
  });

  it.each([
    ...['02/30/2024', '02/29/2023', '02/29/1900', '04/31/2024', '06/31/2024', '01/32/2024', '00/10/2024'],
    ...[
      '13/01/2024',
      '10/00/2024',
      '12/31/1899',
      '01/01/2100',
      '0/14/1985',
      '3//1985',
      '003/14/1985',
      '03/14/85',
      '03-14-1985',
    ],
    ...['03.14.1985', '', 'tomorrow', '03/14/19855', '03/14/1985x'],
  ])('%j is no day', (text) => {
    expect(parseTypedDate(text)).toBeUndefined();
    expect(parseDate(text)).toBeUndefined();
    expect(BirthDate.safeParse(text).error?.issues[0]?.message).toBe('Invalid Date of Birth');
  });

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
    ['3/', '03'],
    ['03/7', '03/7'],
    ['03/7/', '03/07'],
    ['03/07/1', '03/07/1'],
    ['3/7/1951', '03/07/1951'],
    ['3/17/1951', '03/17/1951'],
    ['12/7/1951', '12/07/1951'],
    ['3-7-1951', '03/07/1951'],
    ['3.7.1951', '03/07/1951'],
    ['0/', '0'],
    ['03/', '03'],
    ['1985-03-14', '03/14/1985'],
  ])('%j becomes %j while it is typed', (text, shown) => {
    expect(formatTypedDate(text)).toBe(shown);
  });

  it('gets no zero while an earlier part of it is corrected', () => {
    expect(formatTypedDate('2/07/1951', false)).toBe('20/71/951');
    expect(formatTypedDate('12/07/1951', false)).toBe('12/07/1951');
  });
});

describe('a date of the wire', () => {
  it.each(['1985-03-14', '2024-02-29', '2000-02-29'])('%s is a day', (text) => {
    expect(parseDate(text)).toBe(text);
    expect(BirthDate.parse(text)).toBe(text);
    expect(parseTypedDate(text)).toBeUndefined();
  });

  it.each(['2024-02-30', '2023-02-29', '1900-02-29', '2024-13-01', '2024-00-01', '1985-3-14', '1899-12-31'])(
    '%s is no day',
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );

  it.each([
    ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00+02:00', '2026-11-21T07:00:00.000Z'],
    ['9999-12-31T00:00:00.000Z', '9999-12-31T00:00:00.000Z'],
  ])('%s is an instant', (text, instant) => {
    expect(WireInstant.parse(text).toISOString()).toBe(instant);
  });

  it.each([
    '',
    '5',
    'March 7',
    '2026-11-21T09:00:00',
    '2026-13-01T00:00:00Z',
    '11/21/2026',
    5,
    null,
    undefined,
  ])('%s is no instant', (value) => {
    expect(WireInstant.safeParse(value).error?.issues[0]?.message).toBe('A date is an ISO 8601 text');
  });
});

describe('a shown date', () => {
  it.each([
    ['1985-03-14', undefined, '03.14.1985'],
    [new Date('2026-01-02T00:00:00.000Z'), undefined, '01.02.2026'],
    [new Date('2026-01-01T23:59:59.999Z'), undefined, '01.01.2026'],
    ['2026-01-02T03:00:00.000Z', undefined, '01.02.2026'],
    [new Date('2026-01-02T03:00:00.000Z'), 'America/New_York', '01.01.2026'],
    ['1985-03-14', 'America/New_York', '03.14.1985'],
    [END_OF_TIME, undefined, '12.31.9999'],
  ])('of %s in %s is %s', (date, zone, shown) => {
    expect(showDate(date, zone)).toBe(shown);
  });
});

describe('an age', () => {
  it.each([
    ['1985-03-14', '2026-03-13T23:59:59.999Z', 40, 'the last instant before the birthday'],
    ['1985-03-14', '2026-03-14T00:00:00.000Z', 41, 'the first instant of the birthday'],
    ['1985-03-14', '2026-12-31T23:59:59.999Z', 41, 'the end of the year'],
    ['1985-03-14', '2026-01-01T00:00:00.000Z', 40, 'the start of the year'],
    ['2004-02-29', '2026-02-28T23:59:59.999Z', 21, 'a leap birthday, still February'],
    ['2004-02-29', '2026-03-01T00:00:00.000Z', 22, 'a leap birthday in a common year'],
    ['2004-02-29', '2024-02-28T23:59:59.999Z', 19, 'a leap birthday, the day before'],
    ['2004-02-29', '2024-02-29T00:00:00.000Z', 20, 'a leap birthday in a leap year'],
    ['2026-11-21', '2026-11-21T12:00:00.000Z', 0, 'born today'],
    ['1926-11-22', '2026-11-21T12:00:00.000Z', 99, 'a day short of a hundred'],
  ])('of %s at %s is %d: %s', (birthDt, now, age) => {
    expect(ageAt(birthDt, new Date(now))).toBe(age);
  });

  it.each([
    ['2026-11-20', false],
    ['2026-11-21', false],
    ['2026-11-22', true],
    ['2027-01-01', true],
  ])('of %s lies in the future at the end of 2026-11-21: %s', (date, isFuture) => {
    expect(isFutureDate(date, new Date('2026-11-21T23:59:59.999Z'))).toBe(isFuture);
  });
});

describe('days', () => {
  const from = new Date('2026-01-01T00:00:00.000Z');
  it.each([
    ['2026-01-01T00:00:00.000Z', 0],
    ['2026-01-01T23:59:59.999Z', 0],
    ['2026-01-02T00:00:00.000Z', 1],
    ['2026-03-01T23:59:59.999Z', 59],
    ['2026-03-02T00:00:00.000Z', 60],
    ['2025-12-31T23:59:59.999Z', -1],
  ])('to %s are %d', (to, days) => {
    expect(daysBetween(from, new Date(to))).toBe(days);
  });

  it('belong to UTC', () => {
    expect(calendarDateOf(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(calendarDateOf(new Date('2026-11-22T00:00:00.000Z'))).toBe('2026-11-22');
  });

  it.each([
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31', 2026],
    ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31', 2026],
    ['America/New_York', '2027-01-01T05:00:00.000Z', '2027-01-01', 2027],
    ['Africa/Addis_Ababa', '2026-12-31T21:00:00.000Z', '2027-01-01', 2027],
  ])('is in %s at %s %s', (zone, instant, date, year) => {
    expect(calendarDateOf(new Date(instant), zone)).toBe(date);
    expect(yearOf(new Date(instant), zone)).toBe(year);
  });
});
