/**
 * 'Am I covered?': whether a person is covered by a funeral fund, until when, and why.
 *
 * Somebody is covered while their membership is active, they are an active covered member of it, no dues of an
 * ended run are open, and they are within the fund's ages; the rules of the fund (fund-rules.ts) add a waiting time,
 * days of grace and age limits. The ages of the price rules are limits only where the campaign has no default price:
 * with one, whoever no rule fits is charged it, and covered. A price set by hand is staff's word that the person
 * belongs. Whose birth date is not known fits no age: see `age_unknown`. Null (unknown) is never taken for a yes: who is not confirmed is not charged either.
 */
import * as z from 'zod/mini';
import { fittingRule, type PriceRule, type PricedMember } from './campaign-membership.ts';
import { campaignRunStatus } from './campaign-run.ts';
import {
  addDays,
  ageOn,
  calendarDateOf,
  dateField,
  END_OF_TIME,
  startOfDay,
  WireInstant,
  type CalendarDate,
} from './dates.ts';
import { totalBalance, type Owed } from './donation.ts';
import { ageLimitOf, coverBegins, lateFrom, reinstatedOn, type FundRules } from './fund-rules.ts';
import { sumCents, WireMoney, ZERO, type Cents } from './money.ts';
import { filterField } from './pagination.ts';

const CODES = [
  'dues_late',
  'dues_grace',
  'dues_open',
  'membership_inactive',
  'membership_unknown',
  'person_inactive',
  'died',
  'death_day_unknown',
  'cause_unknown',
  'cause_decided',
  'person_unknown',
  'person_not_started',
  'waiting',
  'reinstating',
  'outside_ages',
  'age_unknown',
  'leaves_ages',
  'over_age_limit',
  'reaches_age_limit',
  'ends',
] as const;

/** Why a person is not covered, or not for ever. Amounts in cents, null if the reader may not see them. */
export type CoverageReason =
  | { code: 'dues_late' | 'dues_grace' | 'dues_open'; runName: string; amount: Cents | null; date: Date }
  | {
      code:
        | 'membership_inactive'
        | 'membership_unknown'
        | 'person_unknown'
        | 'age_unknown'
        | 'death_day_unknown'
        | 'cause_unknown'
        | 'cause_decided';
    }
  | { code: 'person_inactive'; date: Date | null }
  | { code: 'died'; date: Date; isDayUnknown?: true }
  | { code: 'person_not_started' | 'waiting' | 'reinstating' | 'ends'; date: Date }
  | { code: 'outside_ages'; age: number; limits: AgeRange[] }
  | { code: 'leaves_ages'; age: number; limits: AgeRange[]; date: Date }
  | { code: 'over_age_limit'; age: number; maxAge: number }
  | { code: 'reaches_age_limit'; age: number; maxAge: number; date: Date };

/** Minimum and maximum age, both covered. */
export type AgeRange = { minAge: number; maxAge: number };

/** Whether a person is covered (null: unknown), until when (null: no end is known), and why. */
export type Coverage = { isCovered: boolean | null; until: Date | null; reasons: CoverageReason[] };

/** The data that decides whether one covered member of a membership is covered; prices in cents. */
export type CoverageInput = {
  isMembershipActive: boolean | null;
  /** When the membership became active; null when it never was. */
  membershipActiveDt: Date | null;
  /** `startDt` is when they were added; staff may waive a person's waiting time. */
  person: PricedMember & { startDt: Date; endDt: Date; isWaitingWaived?: boolean; endReason?: 'died' };
  /** `lastPaymentDt` is when the latest payment on them was booked; `dt` when the latest part was waived. */
  dues: readonly (Owed & {
    campaignRunName: string;
    lastPaymentDt: Date | null;
    waived?: { amount: Cents; dt: Date } | undefined;
  })[];
  priceRules: readonly PriceRule[];
  defaultPrice: Cents;
  fundRules: FundRules;
  /** The days of deaths in the household of the person or of who pays: their days of quiet put off what open dues end. */
  deaths?: readonly CalendarDate[];
  /** The first day on which somebody may have died of whom the day is not known. */
  diedFrom?: CalendarDate | undefined;
};

/** What decides about somebody's cover beside their part; `deaths` and `diedFrom` as in `CoverageInput`. */
export type CoveredAs = Pick<PricedMember, 'birthDt' | 'relationship'> &
  Partial<Pick<CoverageInput, 'deaths' | 'diedFrom'>>;

/** The data of one person of a membership, from the records of each. */
export function coverageInput(
  { isActive, activeDt }: { isActive: boolean | null; activeDt: Date | null },
  { priceRules, defaultPrice, fundRules }: Pick<CoverageInput, 'priceRules' | 'defaultPrice' | 'fundRules'>,
  covered: Omit<CoverageInput['person'], 'birthDt' | 'relationship'>,
  { birthDt, relationship, deaths, diedFrom }: CoveredAs,
  dues: CoverageInput['dues'],
): CoverageInput {
  const { isActive: isPersonActive, startDt, endDt, priceOverride, isWaitingWaived, endReason } = covered;
  return {
    isMembershipActive: isActive,
    membershipActiveDt: activeDt,
    person: {
      birthDt,
      relationship,
      isActive: isPersonActive,
      startDt,
      endDt,
      priceOverride,
      isWaitingWaived,
      ...(endReason && { endReason }),
    },
    dues,
    priceRules,
    defaultPrice,
    fundRules,
    ...(deaths && { deaths }),
    ...(diedFrom && { diedFrom }),
  };
}

/** Reasons that end cover. Those of `UNKNOWN` leave it open; all others only limit how long it lasts. */
const ENDING: readonly CoverageReason['code'][] = [
  'dues_late',
  'membership_inactive',
  'person_inactive',
  'died',
  'person_not_started',
  'waiting',
  'reinstating',
  'outside_ages',
  'over_age_limit',
];
/** The reasons that decided about cover on a day: what would only have ended it later is no reason why it was missing. */
export const decidingReasons = <Reason extends { code: string }>({
  isCovered,
  reasons,
}: {
  isCovered: boolean | null;
  reasons: readonly Reason[];
}): Reason[] => reasons.filter(({ code }) => isCovered !== false || ENDING.some((one) => one === code));
const UNKNOWN: readonly CoverageReason['code'][] = [
  'membership_unknown',
  'person_unknown',
  'age_unknown',
  'death_day_unknown',
];

/**
 * Returns whether a person is covered at `now`, until when, and every reason why not, or not for ever. Ages are those
 * of the current day in the time zone. For a day other than today, `dues` are those of that day, with the payments
 * until then.
 */
export function coverageOf(input: CoverageInput, now: Date, timeZone: string): Coverage {
  const reasons = [
    ...membershipReasons(input.isMembershipActive),
    ...personReasons(input.person, now, input.diedFrom),
    ...deathReasons(input, now, timeZone),
    ...waitingReasons(input, now, timeZone),
    ...ageReasons(input, calendarDateOf(now, timeZone), timeZone),
    ...ageLimitReasons(input, now, timeZone),
    ...duesReasons(input, now, timeZone),
    ...lapseReasons(input, now, timeZone),
  ];
  if (reasons.some(isEnding)) return { isCovered: false, until: null, reasons };
  if (reasons.some(({ code }) => UNKNOWN.includes(code))) return { isCovered: null, until: null, reasons };
  return { isCovered: true, until: earliest(reasons.map((reason) => dateOf(reason))), reasons };
}

/** Returns the coverage without amounts: for a covered member who may not see what the payer owes. */
export function withoutAmounts(coverage: Coverage): Coverage {
  const reasons = coverage.reasons.map((reason) =>
    'amount' in reason ? { ...reason, amount: null } : reason,
  );
  return { ...coverage, reasons };
}

/** The date of a reason; null for those that have none. */
export function dateOf(reason: CoverageReason): Date | null {
  return 'date' in reason ? reason.date : null;
}

/** Returns whether a reason ends cover, as opposed to limiting how long it lasts. */
export const isEnding = ({ code }: CoverageReason): boolean => ENDING.includes(code);

/** Returns whether only the office can fix it: the membership, the person's part in it, or their age. */
export const needsOffice = (reasons: readonly Pick<CoverageReason, 'code'>[]): boolean =>
  reasons.some(({ code }) =>
    /^(membership|person)_|^outside_|^age_unknown$|^over_|^died$|^death_/.test(code),
  );

/** The earliest of some instants; null when there is none. */
export function earliest(dates: Iterable<Date | null>): Date | null {
  let first: Date | null = null;
  for (const date of dates) if (date && (!first || date < first)) first = date;
  return first;
}

function membershipReasons(isActive: boolean | null): CoverageReason[] {
  if (isActive === true) return [];
  return [{ code: isActive === false ? 'membership_inactive' : 'membership_unknown' }];
}

function personReasons(
  { isActive, startDt, endDt, endReason }: CoverageInput['person'],
  now: Date,
  diedFrom: CalendarDate | undefined,
): CoverageReason[] {
  if (endReason === 'died') return [{ code: 'died', date: endDt, ...(diedFrom && { isDayUnknown: true }) }];
  if (isActive === false || endDt <= now)
    return [{ code: 'person_inactive', date: endDt <= now ? endDt : null }];
  const reasons: CoverageReason[] = [];
  if (isActive === null) reasons.push({ code: 'person_unknown' });
  if (startDt > now) reasons.push({ code: 'person_not_started', date: startDt });
  if (endDt < END_OF_TIME) reasons.push({ code: 'ends', date: endDt });
  return reasons;
}

/** Somebody may have died on this day already, or not yet. */
function deathReasons(
  { person: { endReason }, diedFrom }: CoverageInput,
  now: Date,
  timeZone: string,
): CoverageReason[] {
  if (endReason === 'died' || diedFrom === undefined || calendarDateOf(now, timeZone) < diedFrom) return [];
  return [{ code: 'death_day_unknown' }];
}

function ageReasons(
  { person, priceRules, defaultPrice }: CoverageInput,
  today: CalendarDate,
  timeZone: string,
): CoverageReason[] {
  const isPricedByHand = person.priceOverride !== undefined && person.priceOverride !== null;
  if (defaultPrice > 0 || !priceRules.length || isPricedByHand) return [];
  if (person.birthDt === null)
    return fittingRule(null, person.relationship, priceRules) ? [] : [{ code: 'age_unknown' }];
  const limits = ageRanges(
    priceRules.filter(
      ({ relationships }) => !relationships?.length || relationships.includes(person.relationship),
    ),
  );
  const fits = (age: number) => limits.some(({ minAge, maxAge }) => age >= minAge && age <= maxAge);
  const age = ageOn(person.birthDt, today);
  if (!fits(age)) return [{ code: 'outside_ages', age, limits }];
  if (fits(age + 1)) return [];
  const date = startOfDay(nextBirthday(person.birthDt, today), timeZone);
  return [{ code: 'leaves_ages', age: age + 1, limits, date }];
}

/** The ages that some rules cover together, youngest first; ranges that touch become one. */
function ageRanges(rules: readonly AgeRange[]): AgeRange[] {
  const ranges: AgeRange[] = [];
  for (const { minAge, maxAge } of rules.toSorted((a, b) => a.minAge - b.minAge)) {
    const last = ranges.at(-1);
    if (last && minAge <= last.maxAge + 1) last.maxAge = Math.max(last.maxAge, maxAge);
    else ranges.push({ minAge, maxAge });
  }
  return ranges;
}

/** Returns a person's next birthday; 02/29 falls on 03/01 in other years, as for `ageOn`. */
export function nextBirthday(birthDt: CalendarDate, today: CalendarDate): CalendarDate {
  const inYear = (year: number) => addDays(`${year}-${birthDt.slice(5, 7)}-01`, Number(birthDt.slice(8)) - 1);
  const year = Number(today.slice(0, 4));
  return inYear(year) > today ? inYear(year) : inYear(year + 1);
}

/** The initial waiting time; unknown for a membership that is not active yet. */
function waitingReasons(
  { membershipActiveDt, person, fundRules }: CoverageInput,
  now: Date,
  timeZone: string,
): CoverageReason[] {
  if (!membershipActiveDt) return [];
  const joinedDt = person.startDt > membershipActiveDt ? person.startDt : membershipActiveDt;
  const date = coverBegins(joinedDt, fundRules, person.isWaitingWaived === true, timeZone);
  return joinedDt <= now && now < date ? [{ code: 'waiting', date }] : [];
}

/** How long before an age limit a household is notified (rules.md "Fund rules"). */
const TOLD_DAYS = 90;

function ageLimitReasons(
  { person, fundRules }: CoverageInput,
  now: Date,
  timeZone: string,
): CoverageReason[] {
  const maxAge = ageLimitOf(person.relationship, fundRules);
  const isPricedByHand = person.priceOverride !== undefined && person.priceOverride !== null;
  if (maxAge === undefined || isPricedByHand || person.birthDt === null) return [];
  const today = calendarDateOf(now, timeZone);
  const age = ageOn(person.birthDt, today);
  if (age > maxAge) return [{ code: 'over_age_limit', age, maxAge }];
  const birthday = nextBirthday(person.birthDt, today);
  if (age < maxAge || birthday > addDays(today, TOLD_DAYS)) return [];
  return [{ code: 'reaches_age_limit', age: maxAge + 1, maxAge, date: startOfDay(birthday, timeZone) }];
}

/**
 * Dues of ended runs are late, after their days of grace and of quiet; those within them, and those of active runs, limit the cover;
 * paused ones do nothing.
 */
function duesReasons(
  { dues, fundRules, deaths = [] }: CoverageInput,
  now: Date,
  timeZone: string,
): CoverageReason[] {
  return dues.flatMap((due): CoverageReason[] => {
    const amount = totalBalance(due);
    const status = campaignRunStatus(due.run, now);
    if (amount === 0 || status === 'paused') return [];
    const { campaignRunName: runName, run } = due;
    const date = lateFrom(run.endDt, fundRules, timeZone, deaths);
    if (status !== 'ended') {
      const isPutOff = date > lateFrom(run.endDt, fundRules, timeZone);
      return [{ code: 'dues_open', runName, amount, date: isPutOff ? date : run.endDt }];
    }
    return now < date
      ? [{ code: 'dues_grace', runName, amount, date }]
      : [{ code: 'dues_late', runName, amount, date: run.endDt }];
  });
}

/** Cover that was lost for too long, and has been paid for since, comes back after another waiting time. */
function lapseReasons(
  { dues, fundRules, person, deaths = [] }: CoverageInput,
  now: Date,
  timeZone: string,
): CoverageReason[] {
  const gaps = dues.flatMap(({ run, lastPaymentDt, ...due }) => {
    const from = lateFrom(run.endDt, fundRules, timeZone, deaths);
    const settledDt = latestOf(lastPaymentDt, due.waived?.dt ?? null);
    const to = totalBalance(due) === 0 ? (settledDt ?? from) : null;
    return from <= now && (to === null || to > from) && from > person.startDt ? [{ from, to }] : [];
  });
  const date = reinstatedOn(gaps, fundRules, now, timeZone);
  return date ? [{ code: 'reinstating', date }] : [];
}

/** The later of two instants; null without any. */
const latestOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);

const Stand = {
  isCovered: z.nullable(z.boolean()),
  until: z.nullable(WireInstant),
  sentence: z.string(),
  action: z.nullable(z.string()),
};

/** The coverage of one person in one funeral fund, on the wire. */
export const PersonCoverage = z.object({
  member_id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  /** The member who pays for the membership. */
  primaryMemberId: z.string(),
  primaryMemberName: z.string(),
  campaignMembershipId: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  organizationName: z.string(),
  ...Stand,
  reasons: z.array(
    z.object({
      code: z.enum(CODES),
      text: z.string(),
      amount: z.nullable(WireMoney),
      date: z.nullable(WireInstant),
    }),
  ),
});
export type PersonCoverage = z.infer<typeof PersonCoverage>;

export const DAY_TO_COME = 'This day is still to come';
const DAY_WRONG = 'on is a day, YYYY-MM-DD';

/** `GET /v2/members/{id}/coverage?on=`: coverage on a day; empty or missing, coverage now. */
export const CoverageQuery = z.object({ on: filterField(dateField(DAY_WRONG), DAY_WRONG) });

/** How a fund works, as sentences, on the wire. */
const FundInWords = z.object({
  campaignId: z.string(),
  campaignName: z.string(),
  rules: z.array(z.string()),
});
export type FundInWords = z.infer<typeof FundInWords>;

/**
 * `GET /v2/members/{id}/coverage`: the member and everybody covered with them, one entry per person and fund.
 * `amountDue` and `dueBy` concern the member's own memberships.
 */
export const MemberCoverage = z.object({
  member_id: z.string(),
  name: z.string(),
  ...Stand,
  amountDue: WireMoney,
  dueBy: z.nullable(WireInstant),
  people: z.array(PersonCoverage),
  /** 'How this fund works' of each of their funds, as sentences; with prices where the reader may see amounts. */
  funds: z.optional(z.array(FundInWords)),
  /** Who of their household died lately, whether they were covered on that day, and who pays since then: a text each. */
  deaths: z.optional(z.array(z.string())),
  /** Somebody in the household of the reader has died: the claims are at `/v2/members/{id}/family-claims`. */
  mayHaveClaims: z.optional(z.literal(true)),
  /** What their household has paid ahead, where it has: the next dues are paid from it. */
  ahead: z.optional(WireMoney),
  /** What is missing to what the funds of their own memberships ask to have ahead, as a sentence. */
  topUp: z.optional(z.string()),
});
export type MemberCoverage = z.infer<typeof MemberCoverage>;

/** Returns whether cover is over: its membership is not active, or the person was removed from it. */
const isPast = ({ reasons }: PersonCoverage) =>
  reasons.some(({ code }) => code === 'membership_inactive' || code === 'person_inactive' || code === 'died');

/** The funds that cover a member through a membership that another person pays for. */
export function coveredByOthers({ member_id, people }: MemberCoverage): PersonCoverage[] {
  return people.filter((person) => person.member_id === member_id && !person.isPrimary && !isPast(person));
}

/** The funds that used to cover a member, whoever paid. */
export function pastCovers({ member_id, people }: MemberCoverage): PersonCoverage[] {
  return people.filter((person) => person.member_id === member_id && isPast(person));
}

/** Returns whether paying the open dues of the member's own membership would restore a person's cover. */
const isMendedByPaying = ({ member_id }: MemberCoverage, { primaryMemberId, reasons }: PersonCoverage) =>
  primaryMemberId === member_id &&
  !needsOffice(reasons) &&
  reasons.some(({ code }) => code.startsWith('dues_'));

/**
 * Returns what the member must pay to be covered again: the late dues of their own memberships, in cents by membership.
 */
export function lateDuesOf(coverage: MemberCoverage): { campaignMembershipId: string; amount: Cents }[] {
  // The dues of a membership are the same for everybody on it.
  const byMembership = new Map(
    coverage.people
      .filter((person) => isMendedByPaying(coverage, person))
      .map((person) => [person.campaignMembershipId, person.reasons]),
  );
  return [...byMembership].flatMap(([campaignMembershipId, reasons]) => {
    const amount = sumCents(
      reasons.filter(({ code }) => code === 'dues_late').map((reason) => reason.amount ?? ZERO),
    );
    return amount > 0 ? [{ campaignMembershipId, amount }] : [];
  });
}

/** Returns what must be done besides paying one's own dues; null when nothing must. */
export function actionBesidesPaying(coverage: MemberCoverage): string | null {
  const { action, people } = coverage;
  return people.some((person) => person.action === action && isMendedByPaying(coverage, person))
    ? null
    : action;
}
