import { describe, expect, it } from 'vitest';
import type { CoverageInput } from './coverage.ts';
import { coverOfAll, coverToday, type CoverToday } from './cover-today.ts';
import { coverText, showDayInWords } from './cover-today-text.ts';
import { END_OF_TIME } from './dates.ts';
import { cents } from './money.ts';

const now = new Date('2026-11-25T15:00:00.000Z');
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
/** A typed last day of a run ends a millisecond before the next day. */
const endOf = (text: string) => new Date(day(text).getTime() + 86_400_000 - 1);
const shown = { currency: 'usd', timeZone: 'UTC' };
const ann = { firstNm: 'Ann' };
/** A cover with its sentence. */
const told = ({ facts, ...cover }: CoverToday, at = now) => ({
  ...cover,
  text: coverText({ facts }, at, shown),
});

const input: CoverageInput = {
  isMembershipActive: true,
  membershipActiveDt: day('2020-01-01'),
  person: {
    birthDt: '1960-01-31',
    relationship: 'Spouse',
    isActive: true,
    startDt: day('2020-01-01'),
    endDt: END_OF_TIME,
  },
  dues: [],
  priceRules: [],
  defaultPrice: cents(1500),
  fundRules: {},
};
const due = (open: number, endDt: Date, isActive = true) => ({
  minAmountDue: cents(3000),
  paymentsTotal: cents(3000 - open),
  run: { isActive, endDt },
  campaignRunName: 'Autumn',
  lastPaymentDt: null as Date | null,
});
const fund = (more: Partial<CoverageInput> = {}, campaignName = 'Grace Fund', showsAmounts = true) => ({
  input: { ...input, ...more },
  campaignName,
  showsAmounts,
});
const part = (more: Partial<CoverageInput['person']>) => ({ person: { ...input.person, ...more } });
const left = (endDt: Date) => part({ isActive: false, endDt });
const lastDay = endOf('2026-12-25');

describe('the sentence about today', () => {
  it.each<[string, ReturnType<typeof fund>[], boolean | null, string]>([
    ['no fund', [], null, 'Not in a funeral fund.'],
    ['nothing owed', [fund()], true, 'Covered.'],
    ['dues to pay', [fund({ dues: [due(1960, lastDay)] })], true, 'Covered until December 25, 2026.'],
    [
      'late dues',
      [fund({ dues: [due(1960, endOf('2026-10-11'))] })],
      false,
      'Not covered since October 12. $19.60 would bring it back.',
    ],
    [
      'late since another year, of two runs',
      [fund({ dues: [due(1960, endOf('2025-10-11')), due(1000, endOf('2026-10-11'))] })],
      false,
      'Not covered since October 12, 2025. $29.60 would bring it back.',
    ],
    [
      'late dues, for a reader without amounts',
      [fund({ dues: [due(1960, endOf('2026-10-11'))] }, 'Grace Fund', false)],
      false,
      'Not covered since October 12. Paying the dues would bring it back.',
    ],
    [
      'late for too long',
      [
        fund({
          dues: [due(1960, endOf('2026-01-11'))],
          fundRules: { lapseDays: 60, reinstatementWaitingDays: 30 },
        }),
      ],
      false,
      'Not covered since January 12. $19.60 would bring it back from December 25, 2026.',
    ],
    [
      'late and too old',
      [
        fund({
          dues: [due(1960, endOf('2026-10-11'))],
          fundRules: { ageLimits: [{ relationships: ['Spouse'], maxAge: 60 }] },
        }),
      ],
      false,
      'Not covered since October 12. This fund covers Ann up to age 60; Ann is 66.',
    ],
    [
      'a waiting time',
      [fund({ membershipActiveDt: day('2026-11-20'), fundRules: { waitingDays: 30 } })],
      false,
      'Not covered yet. This fund has a waiting time. The cover begins on December 20, 2026.',
    ],
    [
      'not confirmed',
      [fund({ isMembershipActive: null, ...part({ isActive: null }) })],
      null,
      'Not confirmed yet.',
    ],
    [
      'a membership that ended',
      [fund({ isMembershipActive: false, ...left(new Date('2026-10-12T09:00:00Z')) })],
      false,
      'Not covered since October 12. This membership is not active.',
    ],
    [
      'a membership that was refused',
      [fund({ isMembershipActive: false, ...part({ isActive: false, startDt: now, endDt: now }) })],
      false,
      'Not covered. This membership is not active.',
    ],
    ['taken out', [fund(left(new Date('2026-10-12T09:00:00Z')))], false, 'Not covered since October 12.'],
    [
      'a former fund beside another',
      [fund({ isMembershipActive: false, ...left(day('2024-01-01')) }), fund({}, 'Hope Fund')],
      true,
      'Covered.',
    ],
    [
      'two funds that differ',
      [fund({ dues: [due(1960, endOf('2026-10-11'))] }), fund({ dues: [due(1, lastDay)] }, 'Hope Fund')],
      true,
      'Covered by Hope Fund until December 25, 2026. Not covered by Grace Fund since October 12. $19.60 would bring it back.',
    ],
  ])('%s', (_case, funds, isCovered, text) => {
    expect(told(coverToday(ann, funds, now, 'UTC'))).toMatchObject({ isCovered, text });
  });

  it.each([
    [
      'the last instant of the last day',
      new Date(lastDay.getTime() - 1),
      true,
      'Covered until December 25, 2026.',
    ],
    ['the end itself', lastDay, false, 'Not covered since December 26. $19.60 would bring it back.'],
    ['the day after', day('2026-12-26'), false, 'Not covered since December 26. $19.60 would bring it back.'],
  ])('changes with the run: %s', (_case, at, isCovered, text) => {
    const funds = [fund({ dues: [due(1960, lastDay)] })];
    expect(told(coverToday(ann, funds, at, 'UTC'), at)).toMatchObject({ isCovered, text });
  });

  it('never describes a person who died as covered', () => {
    const dead = { ...ann, deceasedDt: '2026-11-03' };
    const died = part({ isActive: false, endDt: endOf('2026-11-03'), endReason: 'died' });
    for (const funds of [[fund(died)], [fund(), fund(died)]])
      expect(told(coverToday(dead, funds, now, 'UTC'))).toEqual({
        isCovered: false,
        until: null,
        text: 'Died on November 3, 2026.',
      });
    expect(told(coverToday({ ...dead, deathDay: 'month' }, [], now, 'UTC'))).toMatchObject({
      isCovered: null,
      text: 'Died in November 2026.',
    });
    expect(told(coverToday({ ...dead, deathDay: 'unknown' }, [], now, 'UTC')).text).toBe(
      'Died; the day is not known.',
    );
  });

  it('counts days in the time zone', () => {
    expect(showDayInWords(new Date('2026-10-12T01:00:00Z'), now, 'America/New_York')).toBe('October 11');
  });
});

describe('several people', () => {
  const covered = (until: Date | null) =>
    coverToday(ann, [fund(until ? { dues: [due(1, until)] } : {})], now, 'UTC');
  const refused = coverToday(ann, [fund({ dues: [due(1960, endOf('2026-10-11'))] })], now, 'UTC');
  it.each([
    ['nobody', [], null, 'Not in a funeral fund.'],
    ['one', [refused], false, told(refused).text],
    ['the same of all', [covered(lastDay), covered(lastDay)], true, 'Covered until December 25, 2026.'],
    ['different days', [covered(null), covered(lastDay)], true, 'All 2 covered until December 25, 2026.'],
    ['one is not', [covered(null), refused, covered(null)], false, '2 of 3 covered.'],
  ])('%s', (_case, covers, isCovered, text) => {
    expect(told(coverOfAll(covers, 'UTC'))).toMatchObject({ isCovered, text });
  });
});
