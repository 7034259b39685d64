/**
 * The instant at which time alone may change a person's cover or dues, so that the stored fields are computed again;
 * and how cover will change if nobody acts.
 */
import { campaignRunStatus } from './campaign-run.ts';
import {
  coverageOf,
  dateOf,
  earliest,
  isEnding,
  nextBirthday,
  type CoverageInput,
  type CoverageReason,
} from './coverage.ts';
import { calendarDateOf, DAY_MS, END_OF_TIME, startOfDay } from './dates.ts';
import { totalBalance, type Owed } from './donation.ts';
import { ageLimitOf, coverBegins, lateFrom } from './fund-rules.ts';
import { LOSING_COVER_DAYS } from './staff-home.ts';

/**
 * The next instant after `now` at which cover may begin or end though nobody changes anything; null when there is none.
 * It may be early (a birthday that changes nothing) but is never late.
 */
export function nextCoverCheck(input: CoverageInput, now: Date, timeZone: string): Date | null {
  const { membershipActiveDt, person, dues, priceRules, fundRules, deaths } = input;
  const joinedDt =
    membershipActiveDt && membershipActiveDt > person.startDt ? membershipActiveDt : person.startDt;
  const { birthDt } = person;
  const hasAges = priceRules.length > 0 || ageLimitOf(person.relationship, fundRules) !== undefined;
  const birthday = birthDt !== null && hasAges ? nextBirthday(birthDt, calendarDateOf(now, timeZone)) : null;
  return earliestAfter(now, [
    joinedDt,
    coverBegins(joinedDt, fundRules, person.isWaitingWaived === true, timeZone),
    person.startDt,
    person.endDt,
    hasAges && birthday !== null ? startOfDay(birthday, timeZone) : null,
    ...dues
      .filter((due) => totalBalance(due) > 0)
      .map(({ run }) => lateFrom(run.endDt, fundRules, timeZone, deaths)),
    ...dues.map(({ run }) => run.endDt),
    ...coverageOf(input, now, timeZone).reasons.map(dateOf),
  ]);
}

/** The next instant at which dues may become payable though nobody changes anything: a paused run ends. */
export function nextOwingCheck(open: readonly Owed[], now: Date): Date | null {
  const paused = open.filter(({ run }) => campaignRunStatus(run, now) === 'paused');
  return earliestAfter(
    now,
    paused.map(({ run }) => run.endDt),
  );
}

/** That a person loses or gains cover at an instant. */
export type NextCoverChange = { kind: 'loses' | 'reaches'; date: Date };

const isCoveredAt = (input: CoverageInput, at: Date, timeZone: string) =>
  coverageOf(input, at, timeZone).isCovered === true;

/**
 * Returns how cover changes next if nobody acts, payments included; null while no change is known. Found once the last
 * instant before it at which anything might have changed (`nextCoverCheck`) has passed, and in any case
 * `LOSING_COVER_DAYS` before it.
 */
export function nextCoverChange(input: CoverageInput, now: Date, timeZone: string): NextCoverChange | null {
  const isCovered = isCoveredAt(input, now, timeZone);
  const first = nextCoverCheck(input, now, timeZone);
  const last = first && new Date(first.getTime() + LOSING_COVER_DAYS * DAY_MS);
  for (let date = first; date && last && date <= last; date = nextCoverCheck(input, date, timeZone))
    if (isCoveredAt(input, date, timeZone) !== isCovered)
      return { kind: isCovered ? 'loses' : 'reaches', date };
  return null;
}

/** Why cover changes: the reason that ends at that instant, else the reason that applies from or until then. */
export function coverChangeReason(
  input: CoverageInput,
  { kind, date }: NextCoverChange,
  now: Date,
  timeZone: string,
): CoverageReason | undefined {
  const before = coverageOf(input, new Date(date.getTime() - 1), timeZone).reasons;
  const ends = before.find((reason) => dateOf(reason)?.getTime() === date.getTime());
  // Days of grace that have not begun are described by the day until which to pay.
  if (ends?.code === 'dues_grace')
    return (
      coverageOf(input, now, timeZone).reasons.find(
        (reason) => reason.code === 'dues_open' && reason.runName === ends.runName,
      ) ?? ends
    );
  return ends ?? (kind === 'loses' ? coverageOf(input, date, timeZone).reasons : before).find(isEnding);
}

const earliestAfter = (now: Date, dates: readonly (Date | null)[]): Date | null =>
  earliest(dates.map((date) => (date && date > now && date < END_OF_TIME ? date : null)));
