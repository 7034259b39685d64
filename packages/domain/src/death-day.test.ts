import { describe, expect, it } from 'vitest';
import type { CalendarDate } from './dates.ts';
import { deathInWords, firstDayOfDeath, lastDayOfDeath, showDeathDay, type DeathDay } from './death-day.ts';
import { deathEventOf, WRONG_DEATH_DATE } from './life-event.ts';

it.each<[string, CalendarDate | null, CalendarDate, CalendarDate, DeathDay]>([
  ['a month that is over ends with its last day', '2026-10-15', '2026-11-25', '2026-10-31', 'month'],
  ['whatever day of it is named', '2026-10-01', '2026-11-25', '2026-10-31', 'month'],
  ['on the day after the month too', '2026-10-31', '2026-11-01', '2026-10-31', 'month'],
  ['the month of the report ends with the report', '2026-11-01', '2026-11-25', '2026-11-25', 'month'],
  ['on the last day of the month it is the same', '2026-11-01', '2026-11-30', '2026-11-30', 'month'],
  ['February of a leap year has 29 days', '2024-02-10', '2024-06-01', '2024-02-29', 'month'],
  ['December', '2025-12-10', '2026-06-01', '2025-12-31', 'month'],
  ['without a month the day of the report counts', null, '2026-11-25', '2026-11-25', 'unknown'],
])('the last day of a death: %s', (_what, month, reportedDt, deceasedDt, deathDay) => {
  expect(lastDayOfDeath(month, reportedDt)).toEqual({ deceasedDt, deathDay });
});

it.each<[string, DeathDay | null, CalendarDate, CalendarDate | undefined]>([
  ['a known day', null, '1950-01-01', undefined],
  ['a month', 'month', '1950-01-01', '2026-10-01'],
  ['the month of the birth', 'month', '2026-10-12', '2026-10-12'],
  ['not known', 'unknown', '1950-01-01', '1950-01-01'],
])('the first day of a death: %s', (_what, deathDay, birthDt, first) => {
  expect(firstDayOfDeath({ deceasedDt: '2026-10-31', deathDay, birthDt })).toBe(first);
});

it('is said as far as it is known', () => {
  const day = '2026-10-31';
  expect([null, 'month', 'unknown'].map((known) => deathInWords(day, known as DeathDay | null))).toEqual([
    'October 31, 2026',
    'October 2026',
    'the day is not known',
  ]);
  expect([null, 'month', 'unknown'].map((known) => showDeathDay(day, known as DeathDay | null))).toEqual([
    '10.31.2026',
    'October 2026',
    'day not known',
  ]);
});

describe('a death as it is entered', () => {
  const today = '2026-11-25';
  const of = (form: object) => deathEventOf({ event: 'death', ...form }, { birthDt: '1950-03-10' }, today);

  it.each<[string, object, object]>([
    ['a day', { deceasedDt: '2026-11-20' }, { deceasedDt: '2026-11-20', deathDay: null }],
    ['today', { deceasedDt: today }, { deceasedDt: today, deathDay: null }],
    ['the day of birth', { deceasedDt: '1950-03-10' }, { deceasedDt: '1950-03-10' }],
    ['no day takes it back', { deceasedDt: null }, { deceasedDt: null }],
    ['so does undo, whatever else is sent', { undo: true, deceasedDt: '2026-11-20' }, { deceasedDt: null }],
    [
      'not known, reported today',
      { deceasedDt: null, isDayUnknown: true },
      { deceasedDt: today, deathDay: 'unknown' },
    ],
    [
      'not known, reported before',
      { deceasedDt: null, isDayUnknown: true, reportedDt: '2026-11-20' },
      { deceasedDt: '2026-11-20', deathDay: 'unknown' },
    ],
    [
      'null with the day of the report',
      { deceasedDt: null, reportedDt: '2026-11-20' },
      { deceasedDt: '2026-11-20', deathDay: 'unknown' },
    ],
    [
      'null with who pays from now on',
      { deceasedDt: null, payerMemberId: '6b0857a262335e7fe5adbc10' },
      { deceasedDt: today, deathDay: 'unknown' },
    ],
    [
      'a month, of which the day named is still to come',
      { deceasedDt: '2026-11-30', isDayUnknown: true },
      { deceasedDt: today, deathDay: 'month' },
    ],
    [
      'a month before the report',
      { deceasedDt: '2026-10-02', isDayUnknown: true, reportedDt: '2026-11-20' },
      { deceasedDt: '2026-10-31', deathDay: 'month' },
    ],
  ])('%s', (_what, form, event) => {
    expect(of(form)).toMatchObject(event);
  });

  it.each<[string, object, string]>([
    ['tomorrow', { deceasedDt: '2026-11-26' }, 'deceasedDt'],
    ['the day before the birth', { deceasedDt: '1950-03-09' }, 'deceasedDt'],
    ['a month to come', { deceasedDt: '2026-12-01', isDayUnknown: true }, 'deceasedDt'],
    [
      'a month after the report',
      { deceasedDt: '2026-11-01', isDayUnknown: true, reportedDt: '2026-10-31' },
      'deceasedDt',
    ],
    ['a month before the birth', { deceasedDt: '1950-02-28', isDayUnknown: true }, 'deceasedDt'],
    [
      'a report of tomorrow',
      { deceasedDt: null, isDayUnknown: true, reportedDt: '2026-11-26' },
      'reportedDt',
    ],
  ])('refuses %s', (_what, form, path) => {
    expect(of(form)).toMatchObject({ path });
  });

  it('says so at the day', () => expect(of({ deceasedDt: '2026-11-26' })).toEqual(WRONG_DEATH_DATE));
});
