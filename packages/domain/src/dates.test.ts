import { describe, expect, it, vi } from 'vitest';
import { BirthDate } from './birth-date.ts';
import {
  addDays,
  ageOf,
  ageOn,
  calendarDateOf,
  daysBetween,
  END_OF_TIME,
  endOfDay,
  isTimeZone,
  parseDate,
  parseTypedDate,
  showDate,
  startOfDay,
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
    ['1985-03-14', 'UTC', '03.14.1985'],
    [new Date('2026-01-02T00:00:00.000Z'), 'UTC', '01.02.2026'],
    [new Date('2026-01-01T23:59:59.999Z'), 'UTC', '01.01.2026'],
    [new Date('2026-01-02T03:00:00.000Z'), 'America/New_York', '01.01.2026'],
    [new Date('2026-01-02T09:59:59.999Z'), 'Pacific/Kiritimati', '01.02.2026'],
    [new Date('2026-01-02T10:00:00.000Z'), 'Pacific/Kiritimati', '01.03.2026'],
    ['1985-03-14', 'America/New_York', '03.14.1985'],
    [END_OF_TIME, 'UTC', '12.31.9999'],
  ])('of %s in %s is %s', (date, zone, shown) => {
    expect(showDate(date, zone)).toBe(shown);
  });
});

describe('an age', () => {
  it.each([
    ['1985-03-14', '2026-03-13', 40, 'the day before the birthday'],
    ['1985-03-14', '2026-03-14', 41, 'the birthday'],
    ['1985-03-14', '2026-12-31', 41, 'the end of the year'],
    ['1985-03-14', '2026-01-01', 40, 'the start of the year'],
    ['2004-02-29', '2026-02-28', 21, 'a leap birthday, still February'],
    ['2004-02-29', '2026-03-01', 22, 'a leap birthday in a common year'],
    ['2004-02-29', '2024-02-28', 19, 'a leap birthday, the day before'],
    ['2004-02-29', '2024-02-29', 20, 'a leap birthday in a leap year'],
    ['2026-11-21', '2026-11-21', 0, 'born today'],
    ['1926-11-22', '2026-11-21', 99, 'a day short of a hundred'],
  ])('of %s on %s is %d: %s', (birthDt, today, age) => {
    expect(ageOn(birthDt, today)).toBe(age);
  });
});

describe('the age of a person', () => {
  it.each([
    ['1948-01-31', null, 78],
    // The day before the birthday after which they died, and the birthday.
    ['1948-01-31', '2020-01-30', 71],
    ['1948-01-31', '2020-01-31', 72],
    ['1948-01-31', '2026-11-26', 78],
    [null, '2020-01-31', null],
  ])('of a birth on %s and a death on %s is %s', (birthDt, deceasedDt, age) => {
    expect(ageOf({ birthDt, deceasedDt }, '2026-11-26')).toBe(age);
  });
});

describe('a day in a time zone', () => {
  it.each([
    ['UTC', '2026-03-08', '2026-03-08T00:00:00.000Z', 24],
    ['America/New_York', '2026-03-07', '2026-03-07T05:00:00.000Z', 24],
    // Clocks forward at 2:00, and back at 2:00.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z', 24],
    ['America/New_York', '2026-10-31', '2026-10-31T04:00:00.000Z', 24],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z', 24],
    // Forward at midnight, which that day lacks; back at midnight, into the day before.
    ['America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00.000Z', 24],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['America/Sao_Paulo', '2018-11-05', '2018-11-05T02:00:00.000Z', 24],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z', 24],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    // By half an hour, back and forward.
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-03T13:00:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
    ['Pacific/Niue', '2026-01-01', '2026-01-01T11:00:00.000Z', 24],
    ['Asia/Kathmandu', '2024-02-29', '2024-02-28T18:15:00.000Z', 24],
    // Days that a zone skipped.
    ['Pacific/Kwajalein', '1993-08-21', '1993-08-21T12:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
  ])('%s: %s begins at %s and has %d hours', (zone, day, start, hours) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    const end = endOfDay(day, zone);
    expect(end.getTime() + 1 - Date.parse(start)).toBe(hours * 3_600_000);
    if (!hours) return;
    for (let instant = Date.parse(start); instant < end.getTime(); instant += 15 * 60_000)
      expect(calendarDateOf(new Date(instant), zone)).toBe(day);
    expect(calendarDateOf(end, zone)).toBe(day);
    expect(calendarDateOf(new Date(Date.parse(start) - 1), zone) < day).toBe(true);
    expect(calendarDateOf(new Date(end.getTime() + 1), zone) > day).toBe(true);
  });

  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-01', 0, '2026-03-01'],
  ])('%s and %d days is %s', (day, days, other) => {
    expect(addDays(day, days)).toBe(other);
  });
});

describe('a time zone', () => {
  it.each([
    ['UTC', true],
    ['America/New_York', true],
    ['America/Atlantis', false],
    ['', false],
  ])('%j is one: %s', (name, isOne) => {
    expect(isTimeZone(name)).toBe(isOne);
  });

  it('has its formatter made once, and UTC none', () => {
    const Formatter = Intl.DateTimeFormat;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
      return new Formatter(locale, options);
    });
    // No other test uses it: the files of a worker share cached formatters.
    for (const zone of ['Pacific/Chatham', 'UTC', 'Pacific/Chatham'])
      startOfDay(calendarDateOf(new Date('2026-03-08T12:00:00.000Z'), zone), zone);
    expect(made).toHaveBeenCalledTimes(1);
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
