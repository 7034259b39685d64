/** When the time alone may change whether somebody is covered or owes something: then what is kept of it is looked at again. */
import { campaignRunStatus } from './campaign-run.ts';
import { coverageOf, dateOf, earliest, nextBirthday, type CoverageInput } from './coverage.ts';
import { calendarDateOf, END_OF_TIME, startOfDay } from './dates.ts';
import { totalBalance, type Owed } from './donation.ts';
import { ageLimitOf, coverBegins, lateFrom } from './fund-rules.ts';

/**
 * The next instant after `now` at which a cover may begin or end though nobody changes anything; null when there is none.
 * It may be early (a birthday that changes nothing) and is never late.
 */
export function nextCoverCheck(input: CoverageInput, now: Date, timeZone: string): Date | null {
  const { membershipActiveDt, person, dues, priceRules, fundRules } = input;
  const joinedDt =
    membershipActiveDt && membershipActiveDt > person.startDt ? membershipActiveDt : person.startDt;
  const hasAges = priceRules.length > 0 || ageLimitOf(person.relationship, fundRules) !== undefined;
  const birthday = nextBirthday(person.birthDt, calendarDateOf(now, timeZone));
  return earliestAfter(now, [
    joinedDt,
    coverBegins(joinedDt, fundRules, person.isWaitingWaived === true, timeZone),
    person.startDt,
    person.endDt,
    ...(hasAges ? [startOfDay(birthday, timeZone)] : []),
    ...dues.filter((due) => totalBalance(due) > 0).map(({ run }) => lateFrom(run.endDt, fundRules, timeZone)),
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

const earliestAfter = (now: Date, dates: readonly (Date | null)[]): Date | null =>
  earliest(dates.map((date) => (date && date > now && date < END_OF_TIME ? date : null)));
