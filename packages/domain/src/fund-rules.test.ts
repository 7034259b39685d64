import { describe, expect, it } from 'vitest';
import {
  ageLimitOf,
  coverBegins,
  entryAgeFault,
  lateFrom,
  reinstatedOn,
  type FundRules,
  type Gap,
} from './fund-rules.ts';

const UTC = 'UTC';
const NEW_YORK = 'America/New_York';
const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text);
const iso = (date: Date | null) => date?.toISOString() ?? null;

describe('when a cover begins', () => {
  it.each<[string, string, FundRules, boolean, string, string]>([
    ['at once without a rule', '2026-03-01T15:00:00.000Z', {}, false, UTC, '2026-03-01T15:00:00.000Z'],
    [
      'days later, with the day',
      '2026-05-24T15:00:00.000Z',
      { waitingDays: 180 },
      false,
      UTC,
      '2026-11-20T00:00:00.000Z',
    ],
    [
      'at once when it is waived',
      '2026-05-24T15:00:00.000Z',
      { waitingDays: 180 },
      true,
      UTC,
      '2026-05-24T15:00:00.000Z',
    ],
    // 20:00 of the day before; and the clocks go forward on 03/08.
    [
      'by days of the zone',
      '2026-03-02T01:00:00.000Z',
      { waitingDays: 10 },
      false,
      NEW_YORK,
      '2026-03-11T04:00:00.000Z',
    ],
  ])('%s', (_name, joined, rules, isWaived, timeZone, begins) => {
    expect(iso(coverBegins(at(joined), rules, isWaived, timeZone))).toBe(begins);
  });
});

describe('from when open dues end the cover', () => {
  it.each<[string, string, FundRules, string, string]>([
    ['at the end of the run', '2026-06-30T23:59:59.999Z', {}, UTC, '2026-06-30T23:59:59.999Z'],
    [
      'after the days of grace',
      '2026-06-30T23:59:59.999Z',
      { graceDays: 30 },
      UTC,
      '2026-07-31T00:00:00.000Z',
    ],
    [
      'a run that ends at midnight',
      '2026-07-01T00:00:00.000Z',
      { graceDays: 30 },
      UTC,
      '2026-07-31T00:00:00.000Z',
    ],
    [
      'a run that ends within a day',
      '2026-06-30T12:00:00.000Z',
      { graceDays: 1 },
      UTC,
      '2026-07-02T00:00:00.000Z',
    ],
    [
      'by days of the zone',
      '2026-11-01T03:59:59.999Z',
      { graceDays: 2 },
      NEW_YORK,
      '2026-11-03T05:00:00.000Z',
    ],
  ])('%s', (_name, end, rules, timeZone, late) => {
    expect(iso(lateFrom(at(end), rules, timeZone))).toBe(late);
  });
});

describe('when a lapsed cover comes back', () => {
  const rules = { lapseDays: 90, reinstatementWaitingDays: 60 };
  const gap = (from: string, to: string | null): Gap => ({ from: at(from), to: to === null ? null : at(to) });
  it.each<[string, Gap[], FundRules, string, string | null]>([
    ['never lost', [], rules, '2026-06-01', null],
    // From 01/01, 90 days are over with 04/01.
    ['lost as long as is allowed', [gap('2026-01-01', '2026-04-02')], rules, '2026-04-03', null],
    [
      'lost an instant longer',
      [gap('2026-01-01', '2026-04-02T00:00:00.001Z')],
      rules,
      '2026-04-03',
      '2026-06-01T00:00:00.000Z',
    ],
    [
      'the day before it comes back',
      [gap('2026-01-01', '2026-04-03')],
      rules,
      '2026-06-01T23:59:59.999Z',
      '2026-06-02T00:00:00.000Z',
    ],
    ['the day on which it does', [gap('2026-01-01', '2026-04-03')], rules, '2026-06-02', null],
    ['still lost: not paid yet', [gap('2026-01-01', null)], rules, '2026-12-01', null],
    [
      'two that touch are one',
      [gap('2026-02-20', '2026-04-10'), gap('2026-01-01', '2026-02-20')],
      rules,
      '2026-04-11',
      '2026-06-09T00:00:00.000Z',
    ],
    [
      'two apart are two',
      [gap('2026-01-01', '2026-02-20'), gap('2026-02-21', '2026-04-10')],
      rules,
      '2026-04-11',
      null,
    ],
    [
      'one within another',
      [gap('2026-01-01', '2026-04-10'), gap('2026-02-01', '2026-03-01')],
      rules,
      '2026-04-11',
      '2026-06-09T00:00:00.000Z',
    ],
    [
      'one that goes on beside one that is over',
      [gap('2026-01-01', '2026-04-10'), gap('2026-03-01', null)],
      rules,
      '2026-04-11',
      null,
    ],
    ['no rule', [gap('2025-01-01', '2026-04-10')], { lapseDays: 90 }, '2026-04-11', null],
    [
      'another rule only',
      [gap('2025-01-01', '2026-04-10')],
      { reinstatementWaitingDays: 60 },
      '2026-04-11',
      null,
    ],
  ])('%s', (_name, gaps, given, now, back) => {
    expect(iso(reinstatedOn(gaps, given, at(now), UTC))).toBe(back);
  });
});

describe('ages', () => {
  it('are limited by relationship, of several limits the lowest', () => {
    const rules = {
      ageLimits: [
        { relationships: ['Son', 'Daughter', 'Child'], maxAge: 25 },
        { relationships: ['Child'], maxAge: 17 },
      ],
    };
    expect(['Son', 'Child', 'Spouse'].map((item) => ageLimitOf(item, rules))).toEqual([25, 17, undefined]);
    expect(ageLimitOf('Son', {})).toBeUndefined();
  });

  it.each([
    ['1976-06-16', 'too_young'],
    ['1976-06-15', undefined],
    ['1961-06-16', undefined],
    ['1960-06-16', undefined],
    ['1960-06-15', 'too_old'],
  ])('joining of a person born on %s: %s', (birthDt, fault) => {
    expect(entryAgeFault(birthDt, { entryAge: { min: 50, max: 65 } }, '2026-06-15')).toBe(fault);
    expect(entryAgeFault(birthDt, {}, '2026-06-15')).toBeUndefined();
  });
});
