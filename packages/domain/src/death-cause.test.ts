import { describe, expect, it } from 'vitest';
import { coverageOf, type CoverageInput } from './coverage.ts';
import { addDays, END_OF_TIME, startOfDay, type CalendarDate } from './dates.ts';
import {
  answerByCause,
  causesOf,
  coverageAtDeath,
  rulesAtDeath,
  withDecided,
  type DeathCause,
} from './death-cause.ts';
import type { FundRules } from './fund-rules.ts';
import { ZERO } from './money.ts';

const RULES: FundRules = {
  waitingDays: 180,
  suicideWaitingDays: 730,
  accidentWaitingDays: 0,
  lapseDays: 0,
  reinstatementWaitingDays: 180,
};
const at = (day: CalendarDate) => startOfDay(day, 'UTC');
const JOINED: CalendarDate = '2024-01-10';

const input = (fundRules: FundRules, more: Partial<CoverageInput> = {}): CoverageInput => ({
  isMembershipActive: true,
  membershipActiveDt: at(JOINED),
  person: {
    ...{ birthDt: '1950-03-04', relationship: 'Self', isActive: true, startDt: at(JOINED) },
    endDt: END_OF_TIME,
  } as CoverageInput['person'],
  ...{ dues: [], priceRules: [], defaultPrice: ZERO, fundRules },
  ...more,
});
const isCovered = (cause: DeathCause, day: CalendarDate, rules = RULES, more: Partial<CoverageInput> = {}) =>
  coverageOf(input(rulesAtDeath(rules, cause), more), at(day), 'UTC').isCovered;

describe('the wait by the cause of a death', () => {
  it.each<[DeathCause, number, boolean]>([
    ['other', 179, false],
    ['other', 180, true],
    ['suicide', 180, false],
    ['suicide', 729, false],
    ['suicide', 730, true],
    ['accident', 0, true],
  ])('%s, %i days after joining: %s', (cause, days, covered) => {
    expect(isCovered(cause, addDays(JOINED, days))).toBe(covered);
  });

  it('is none where staff waived it, whatever the cause', () => {
    const person = { ...input(RULES).person, isWaitingWaived: true };
    expect(isCovered('suicide', JOINED, RULES, { person })).toBe(true);
  });

  it('takes the place of the new wait after cover was lost, where the fund has one', () => {
    expect(rulesAtDeath(RULES, 'suicide')).toMatchObject({ waitingDays: 730, reinstatementWaitingDays: 730 });
    expect(rulesAtDeath(RULES, 'accident')).toMatchObject({ waitingDays: 0, reinstatementWaitingDays: 0 });
    const { lapseDays: _lapse, reinstatementWaitingDays: _again, ...plain } = RULES;
    expect(rulesAtDeath(plain, 'suicide').reinstatementWaitingDays).toBeUndefined();
    expect(rulesAtDeath({ waitingDays: 10 }, 'suicide')).toEqual({ waitingDays: 10 });
  });

  it.each<[FundRules, DeathCause[]]>([
    [{}, ['other']],
    [{ waitingDays: 180 }, ['other']],
    [{ suicideWaitingDays: 730 }, ['other', 'suicide']],
    [{ accidentWaitingDays: 0 }, ['other', 'accident']],
    [RULES, ['other', 'suicide', 'accident']],
  ])('the rules %j differ by %j', (rules, causes) => {
    expect(causesOf(rules)).toEqual(causes);
  });

  it.each<[DeathCause | null, number, boolean | null, string[]]>([
    [null, 20, null, ['cause_unknown']],
    [null, 200, null, ['cause_unknown']],
    [null, 730, true, []],
    ['other', 200, true, []],
    ['suicide', 200, false, ['waiting']],
    ['accident', 20, true, []],
  ])('judges a death of %s, %i days after joining: %s', (cause, days, covered, codes) => {
    const coverage = coverageAtDeath(input(RULES), cause, at(addDays(JOINED, days)), 'UTC');
    expect([coverage.isCovered, coverage.reasons.map(({ code }) => code)]).toEqual([covered, codes]);
  });
});

const answers = (other: boolean | null, suicide: boolean | null, accident?: boolean | null) =>
  new Map<DeathCause, { isCovered: boolean | null }>([
    ['other', { isCovered: other }],
    ['suicide', { isCovered: suicide }],
    ...(accident === undefined ? [] : ([['accident', { isCovered: accident }]] as const)),
  ]);

it.each<[ReturnType<typeof answers>, DeathCause | null, boolean, boolean | null | undefined]>([
  // It is asked for only where the answers differ.
  [answers(true, true), null, false, true],
  [answers(false, false, false), null, false, false],
  [answers(true, false), null, true, undefined],
  [answers(true, false), 'suicide', true, false],
  [answers(true, false), 'other', true, true],
  [answers(false, false, true), 'accident', true, true],
  // A cause that the rules do not know is any other.
  [answers(true, false), 'accident', true, true],
  // What does not decide is not looked at.
  [answers(true, true), 'suicide', false, true],
])('answers %# by the cause', (given, cause, asksCause, covered) => {
  expect(answerByCause(given, cause)).toEqual({
    asksCause,
    answer: covered === undefined ? undefined : { isCovered: covered },
  });
});

it.each<[DeathCause | null, boolean | undefined, boolean | null, string[]]>([
  [null, undefined, null, ['cause_unknown']],
  // The answer, and neither the cause nor the wait from which it could be told.
  [null, false, false, ['cause_decided']],
  [null, true, true, ['cause_decided']],
  ['suicide', true, false, ['waiting']],
])('cover by the cause %s, of which a claim says %s', (cause, decided, isCovered, codes) => {
  const coverage = coverageAtDeath(input(RULES), cause, at(addDays(JOINED, 200)), 'UTC');
  const said = withDecided(coverage, decided);
  expect([said.isCovered, said.reasons.map(({ code }) => code)]).toEqual([isCovered, codes]);
});
