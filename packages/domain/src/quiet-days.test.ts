/** Days of quiet after a death (rules.md "Death, payers and who is charged"), on the day before, of and after. */
import { describe, expect, it } from 'vitest';
import { nextCoverCheck } from './cover-check.ts';
import { coverageOf, type CoverageInput } from './coverage.ts';
import { coverageSentence } from './coverage-sentence.ts';
import { addDays, calendarDateOf, END_OF_TIME, endOfDay, startOfDay, type CalendarDate } from './dates.ts';
import { householdQuietUntil, lateFrom, QUIET_DAYS, quietUntil, type FundRules } from './fund-rules.ts';
import { cents } from './money.ts';

const DAY: CalendarDate = '2026-03-10';
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

const inputOf = (runEndDt: Date, deaths: CalendarDate[], fundRules: FundRules = {}): CoverageInput => ({
  isMembershipActive: true,
  membershipActiveDt: new Date('2020-01-01T00:00:00Z'),
  person: {
    ...{ birthDt: '1960-01-31' as CalendarDate, relationship: 'Spouse', isActive: true },
    ...{ startDt: new Date('2020-01-01T00:00:00Z'), endDt: END_OF_TIME },
  },
  dues: [
    {
      ...{
        minAmountDue: cents(3000),
        paymentsTotal: cents(0),
        campaignRunName: 'Spring',
        lastPaymentDt: null,
      },
      run: { isActive: true, endDt: runEndDt },
    },
  ],
  ...{ priceRules: [], defaultPrice: cents(1500), fundRules, deaths },
});

it.each<[string, FundRules[], CalendarDate]>([
  ['30 days without a fund', [], '2026-04-09'],
  ['30 days where the fund says nothing', [{}], '2026-04-09'],
  ['as many as the fund says', [{ quietDays: 10 }], '2026-03-20'],
  ['the most that one of the funds says', [{ quietDays: 10 }, { quietDays: 45 }], '2026-04-24'],
  ['30 where one says less and one nothing', [{ quietDays: 10 }, {}], '2026-04-09'],
  ['none at all', [{ quietDays: 0 }], DAY],
])('a household is left alone for %s', (_what, funds, until) => {
  expect(householdQuietUntil(DAY, funds)).toBe(until);
});

describe.each(ZONES)('in %s', (zone) => {
  /** The end of a run whose last day is a number of days after the death. */
  const endOf = (days: number) => new Date(endOfDay(addDays(DAY, days), zone).getTime() + 1);
  const quietEnd = startOfDay(quietUntil(DAY, {}), zone);

  it.each([
    ['two days before the death: cover had ended', -2, false],
    ['the day before: it would end as the day begins', -1, true],
    ['the day itself', 0, true],
    ['the last but one day of quiet', QUIET_DAYS - 2, true],
    ['the last day of quiet: it would end as they end', QUIET_DAYS - 1, false],
    ['the day after', QUIET_DAYS, false],
  ])('dues whose run ends with %s', (_what, days, isPutOff) => {
    const late = lateFrom(endOf(days), {}, zone, [DAY]);
    expect(late).toEqual(isPutOff ? quietEnd : endOf(days));
    // Nobody who was covered loses the cover in these days, and nobody who was not is covered by them.
    for (let day = -3; day <= QUIET_DAYS + 1; day += 1) {
      const noon = new Date(startOfDay(addDays(DAY, day), zone).getTime() + 12 * 3_600_000);
      expect(coverageOf(inputOf(endOf(days), [DAY]), noon, zone).isCovered, `on day ${day}`).toBe(
        noon < late,
      );
    }
  });

  it('the end of quiet is a time to check again, and cover lasts until then', () => {
    const input = inputOf(endOf(3), [DAY]);
    for (const days of [0, 3, 4, QUIET_DAYS - 1]) {
      const now = new Date(startOfDay(addDays(DAY, days), zone).getTime() + 3_600_000);
      const coverage = coverageOf(input, now, zone);
      expect(coverage).toMatchObject({ isCovered: true, until: quietEnd });
      const stand = {
        ...coverage,
        member_id: 'ruth',
        campaignName: 'Fund',
        subject: { firstNm: 'Ruth', isReader: false },
      };
      expect(coverageSentence([stand], stand.subject, { currency: 'usd', timeZone: zone })).toBe(
        'Ruth is covered until April 9, 2026.',
      );
      expect(nextCoverCheck(input, now, zone)?.getTime()).toBeLessThanOrEqual(quietEnd.getTime());
    }
    expect(coverageOf(input, quietEnd, zone).isCovered).toBe(false);
    expect(coverageOf(input, new Date(quietEnd.getTime() - 1), zone).isCovered).toBe(true);
  });

  it('the days of grace count as before, and what they end within quiet ends after it', () => {
    const grace = { graceDays: 5 };
    expect(lateFrom(endOf(-4), grace, zone, [DAY])).toEqual(quietEnd);
    expect(lateFrom(endOf(QUIET_DAYS - 2), grace, zone, [DAY])).toEqual(
      lateFrom(endOf(QUIET_DAYS - 2), grace, zone),
    );
  });

  it('a second death in the days of the first puts it off again', () => {
    const second = addDays(DAY, QUIET_DAYS);
    expect(lateFrom(endOf(3), {}, zone, [second, DAY])).toEqual(startOfDay(quietUntil(second, {}), zone));
    const later = addDays(DAY, QUIET_DAYS + 1);
    expect(lateFrom(endOf(3), {}, zone, [later, DAY])).toEqual(quietEnd);
  });

  it('each fund has its own days for cover', () => {
    const short = coverageOf(
      inputOf(endOf(3), [DAY], { quietDays: 10 }),
      startOfDay(addDays(DAY, 10), zone),
      zone,
    );
    const long = coverageOf(
      inputOf(endOf(3), [DAY], { quietDays: 45 }),
      startOfDay(addDays(DAY, 44), zone),
      zone,
    );
    const none = coverageOf(
      inputOf(endOf(3), [DAY], { quietDays: 0 }),
      startOfDay(addDays(DAY, 5), zone),
      zone,
    );
    expect([short.isCovered, long.isCovered, none.isCovered]).toEqual([false, true, false]);
  });
});

it('cover is never lost to open dues within days of quiet, whatever deaths, runs and rules', () => {
  let seed = 11;
  const pick = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  for (let round = 0; round < 2_000; round += 1) {
    const zone = ZONES[pick(ZONES.length)] ?? 'UTC';
    const rules: FundRules = {
      ...(pick(2) && { quietDays: pick(60) }),
      ...(pick(2) && { graceDays: pick(40) }),
    };
    const deaths = Array.from({ length: 1 + pick(3) }, () => addDays(DAY, pick(120)));
    const endDt = new Date(startOfDay(addDays(DAY, pick(150) - 20), zone).getTime() + pick(86_400) * 1000);
    const input = inputOf(endDt, deaths, rules);
    const at = new Date(startOfDay(addDays(DAY, pick(200)), zone).getTime() + pick(86_400) * 1000);
    const today = calendarDateOf(at, zone);
    const death = deaths.find((day) => day <= today && today < quietUntil(day, rules));
    if (!death) continue;
    const wasCovered = coverageOf(input, new Date(startOfDay(death, zone).getTime() - 1), zone).isCovered;
    if (wasCovered)
      expect(coverageOf(input, at, zone).isCovered, JSON.stringify([zone, rules, deaths, endDt, at])).toBe(
        true,
      );
  }
});

describe('a day of death that is not known', () => {
  const paid = { ...inputOf(new Date('2026-01-01T00:00:00Z'), []), dues: [] };
  const noon = (day: CalendarDate) => new Date(`${day}T12:00:00Z`);

  it.each([
    ['the day before the month', '2026-10-31', true],
    ['the first day of it', '2026-11-01', null],
    ['the last day', '2026-11-30', null],
  ] as const)('%s', (_what, day, isCovered) => {
    expect(coverageOf({ ...paid, diedFrom: '2026-11-01' }, noon(day), 'UTC').isCovered).toBe(isCovered);
  });

  it('gives no cover after it, and none to people who were not covered anyway', () => {
    const endDt = endOfDay('2026-11-30', 'UTC');
    const person = { ...paid.person, isActive: false, endDt, endReason: 'died' as const };
    expect(coverageOf({ ...paid, person, diedFrom: '2026-11-01' }, noon('2026-12-01'), 'UTC')).toMatchObject({
      isCovered: false,
      reasons: [{ code: 'died', isDayUnknown: true }],
    });
    const out = { ...paid, isMembershipActive: false, diedFrom: '2026-11-01' as CalendarDate };
    expect(coverageOf(out, noon('2026-11-15'), 'UTC').isCovered).toBe(false);
  });
});
