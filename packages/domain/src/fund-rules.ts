/**
 * The rules of a funeral fund (rules.md "Fund rules"): when cover begins, what ends it and how it comes back, the age
 * limit, and the payout at a death. All optional. Days are days in the deployment's time zone; prices in cents.
 */
import { addDays, ageOn, calendarDateOf, startOfDay, type CalendarDate } from './dates.ts';
import type { Cents } from './money.ts';

/** The highest age at which a relationship is covered. */
export type AgeLimit = { relationships: readonly string[]; maxAge: number };

/** The payout at a death, in cents; the ages are inclusive, no relationships means any. */
export type Benefit = {
  label: string;
  minAge: number;
  maxAge: number;
  relationships?: readonly string[];
  amount: Cents;
  /** Something worth the amount instead of money. */
  isInKind?: boolean;
  /** What the funeral costs, at most the amount. */
  isUpTo?: boolean;
};

/** The rules of a fund; a missing one does not apply. */
export type FundRules = {
  /** Cover begins this many days after the membership became active, or after the person was added to it. */
  waitingDays?: number;
  /** The wait where somebody took their own life, and after an accident, instead of the others (death-cause.ts). */
  suicideWaitingDays?: number;
  accidentWaitingDays?: number;
  /** Dues of an ended run end cover only after this many days. */
  graceDays?: number;
  /** Cover that was lost for longer than this comes back only after `reinstatementWaitingDays`. */
  lapseDays?: number;
  reinstatementWaitingDays?: number;
  /** The age of a primary member on the day of joining, both inclusive. */
  entryAge?: { min: number; max: number };
  ageLimits?: readonly AgeLimit[];
  oneCoverPerPerson?: boolean;
  benefits?: readonly Benefit[];
  /** What joining costs, once (joining-fee.ts). */
  joiningFee?: { amount: Cents; per: 'household' | 'person' };
  /** Each membership keeps so much paid ahead, from which its dues are taken (wallet.ts). */
  walletMinimum?: Cents;
  /** With less than that for so long, the wallet is dormant. */
  walletDormantDays?: number;
  /** A death must be reported within this many days. */
  claimWithinDays?: number;
  /** So long after a death its household is left alone; `QUIET_DAYS` where the fund says nothing. */
  quietDays?: number;
};

/** The days of quiet of a fund that has no rule about them. */
export const QUIET_DAYS = 30;
/** The most days of quiet that a fund may give. */
export const QUIET_DAYS_MAX = 365;

/** The first day after the days of quiet that a death begins, of which its own day is the first. */
export const quietUntil = (deathDt: CalendarDate, { quietDays = QUIET_DAYS }: FundRules): CalendarDate =>
  addDays(deathDt, quietDays);

/** Returns the beginning of the day that is a number of days after the day of an instant. */
const daysAfter = (from: Date, days: number, timeZone: string): Date =>
  startOfDay(addDays(calendarDateOf(from, timeZone), days), timeZone);

/** The first day after the days of quiet of a household with some funds: of the one that gives the most days. */
export const householdQuietUntil = (deathDt: CalendarDate, funds: readonly FundRules[]): CalendarDate =>
  (funds.length ? funds : [{}])
    .map((rules) => quietUntil(deathDt, rules))
    .reduce((last, day) => (day > last ? day : last));

/** When the cover of a person begins who joined at an instant; a waiting time that staff waived is none. */
export function coverBegins(
  joinedDt: Date,
  { waitingDays = 0 }: FundRules,
  isWaived: boolean,
  timeZone: string,
): Date {
  return waitingDays > 0 && !isWaived ? daysAfter(joinedDt, waitingDays, timeZone) : joinedDt;
}

/**
 * From when dues that are not paid end the cover: the end of their run, or with days of grace the end of the day that
 * many days after its last day. What would be in the days of quiet after one of `deaths` is at their end.
 */
export function lateFrom(
  runEndDt: Date,
  rules: FundRules,
  timeZone: string,
  deaths: readonly CalendarDate[] = [],
): Date {
  const { graceDays = 0 } = rules;
  let late = graceDays > 0 ? daysAfter(new Date(runEndDt.getTime() - 1), graceDays + 1, timeZone) : runEndDt;
  for (const day of deaths.toSorted()) {
    const end = startOfDay(quietUntil(day, rules), timeZone);
    if (startOfDay(day, timeZone) <= late && late < end) late = end;
  }
  return late;
}

/** A time without cover; `to` is null while it lasts. */
export type Gap = { from: Date; to: Date | null };

/**
 * Returns when cover comes back that was lost for longer than `lapseDays`; null if it never was, or has come back by
 * `now`. `gaps` are the times in which dues of a run were late, in any order; overlapping or touching ones are merged.
 */
export function reinstatedOn(
  gaps: readonly Gap[],
  { lapseDays, reinstatementWaitingDays = 0 }: FundRules,
  now: Date,
  timeZone: string,
): Date | null {
  if (lapseDays === undefined || reinstatementWaitingDays === 0) return null;
  const days = joined(gaps).flatMap(({ from, to }) => {
    if (!to || to <= daysAfter(from, lapseDays + 1, timeZone)) return [];
    return daysAfter(to, reinstatementWaitingDays, timeZone);
  });
  const last = days.at(-1);
  return last && last > now ? last : null;
}

/** Sorts gaps and merges those that overlap or touch. */
function joined(gaps: readonly Gap[]): Gap[] {
  const found: Gap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = found.at(-1);
    if (!last || (last.to && last.to < gap.from)) found.push({ ...gap });
    else if (last.to && (!gap.to || gap.to > last.to)) last.to = gap.to;
  }
  return found;
}

/**
 * Returns the highest age at which a relationship is covered; undefined without a limit. With several limits the lowest
 * applies.
 */
export function ageLimitOf(relationship: string, { ageLimits = [] }: FundRules): number | undefined {
  const limits = ageLimits.filter(({ relationships }) => relationships.includes(relationship));
  return limits.length ? Math.min(...limits.map(({ maxAge }) => maxAge)) : undefined;
}

/** Whether a primary member is too young or too old to join on a day; undefined when neither, or when nobody knows. */
export function entryAgeFault(
  birthDt: CalendarDate | null,
  { entryAge }: FundRules,
  today: CalendarDate,
): 'too_young' | 'too_old' | undefined {
  if (!entryAge || birthDt === null) return undefined;
  const age = ageOn(birthDt, today);
  if (age < entryAge.min) return 'too_young';
  return age > entryAge.max ? 'too_old' : undefined;
}
