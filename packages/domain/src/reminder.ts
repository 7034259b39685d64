/**
 * Reminders of dues (docs/decisions/027): who is reminded and who is not, when, and the texts. Days are days in the
 * deployment's time zone.
 */
import * as z from 'zod/mini';
import { addDays, calendarDateOf, DAY_MS, startOfDay, type CalendarDate } from './dates.ts';
import { freeText } from './free-text.ts';
import { wayTo, type Reachable } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';
import { listOf } from './text.ts';
import { clockTime } from './time-of-day.ts';

/** The minimum number of days between two reminders to a member, of any run. */
export const REMINDER_DAYS = 3;
/** A household is warned this many days before its cover ends. */
export const WARNING_DAYS = [30, 7] as const;
/** No reminder goes out between these hours. */
const NIGHT = { from: '21:00', to: '08:00' };

/** Why a member who owes is not reminded now, in the order in which the reasons are checked. */
export const LEFT_OUT_REASONS = [
  'nothing_owed',
  'deceased',
  'after_death',
  'not_covered',
  'prefers_letter',
  'prefers_call',
  'no_email',
  'unsubscribed',
  'bounced',
  'reminded_lately',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What decides whether a member is reminded. */
export type Remindable = Reachable & {
  /** What they can pay now, in cents. */
  owed: number;
  deceasedDt: CalendarDate | null;
  /** The first day on which their household is written to again after a death; null where nothing keeps anybody from it. */
  quietUntil: CalendarDate | null;
  remindedDt: Date | null;
  /** For warnings that cover ends: whether there is cover that could end. */
  isCovered?: boolean;
};

/** Returns why a member is not reminded at `now`; undefined if they are. */
export function leftOutReason(person: Remindable, now: Date, timeZone: string): LeftOutReason | undefined {
  const { owed, quietUntil, remindedDt } = person;
  if (owed <= 0) return 'nothing_owed';
  if (person.deceasedDt !== null) return 'deceased';
  if (quietUntil !== null && calendarDateOf(now, timeZone) < quietUntil) return 'after_death';
  if (person.isCovered === false) return 'not_covered';
  const way = wayTo(person);
  if (way.way !== 'mail') return way.why;
  if (remindedDt !== null && remindedDt > remindedAfter(now)) return 'reminded_lately';
  return undefined;
}

/** A member who was reminded after this instant is not reminded at `now`. */
export function remindedAfter(now: Date): Date {
  return new Date(now.getTime() - REMINDER_DAYS * DAY_MS);
}

/** Returns when reminders may go out again; undefined by day, when they go out at once. */
export function endOfNight(now: Date, timeZone: string): Date | undefined {
  const time = clockTime(now, timeZone);
  if (time >= NIGHT.to && time < NIGHT.from) return undefined;
  const today = calendarDateOf(now, timeZone);
  const start = startOfDay(time < NIGHT.to ? today : addDays(today, 1), timeZone).getTime();
  // Clocks may change in that night.
  const hours = [7, 8, 9].map((hour) => new Date(start + hour * 3_600_000));
  return hours.find((instant) => clockTime(instant, timeZone) >= NIGHT.to) ?? hours[2];
}

/** The words in brackets that are filled in for each person. */
export const PLACEHOLDERS = ['[Name]', '[Amount]', '[Run]', '[Last day]', '[Pay link]'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A text with its placeholders filled in. */
export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(
    /\[[^[\]]*\]/g,
    (word) => new Map<string, string>(Object.entries(values)).get(word) ?? word,
  );
}

const isKnown = (word: string) => PLACEHOLDERS.some((each) => each === word);
const UNKNOWN = `Only ${listOf(PLACEHOLDERS)} may be in brackets`;
const knowsPlaceholders = z.refine<string>(
  (text) => (text.match(/\[[^[\]]*\]/g) ?? []).every(isKnown),
  UNKNOWN,
);

const SUBJECT_MAX = 100;
export const REMINDER_TEXT_MAX = 2_000;

/** The text of a reminder; the same for all, apart from its placeholders. */
export const ReminderForm = z.object(
  {
    subject: freeText(`A subject of at most ${SUBJECT_MAX} characters is required`, {
      min: 1,
      max: SUBJECT_MAX,
    }).check(knowsPlaceholders),
    text: freeText(`A text of at most ${REMINDER_TEXT_MAX} characters is required`, {
      hasLines: true,
      min: 1,
      max: REMINDER_TEXT_MAX,
    }).check(knowsPlaceholders),
  },
  NO_FIELDS,
);
export type ReminderForm = z.infer<typeof ReminderForm>;

/** The text of a run's reminder until a user changes it. */
export function defaultReminder(hasEnded: boolean): ReminderForm {
  const when = hasEnded ? 'Please pay it as soon as you can.' : 'Please pay it by [Last day].';
  return {
    subject: 'A reminder: [Run]',
    text: `Dear [Name],\n\n[Amount] is still open for [Run]. ${when}\n\nIf you have paid meanwhile, thank you, and please ignore this mail.`,
  };
}

/** The text of the warning that cover ends. */
export function warningText(campaignName: string): ReminderForm {
  return {
    subject: 'Please keep your cover',
    text: `Dear [Name],\n\n[Amount] is still open for [Run]. Unless it is paid by [Last day], the cover of your household by ${campaignName.replace(/[[\]]/g, '')} ends.\n\nIf you have paid meanwhile, thank you, and please ignore this mail.`,
  };
}

/** The text of the report to those who gave. */
export const REPORT_TEXT: ReminderForm = {
  subject: '[Run]: what it came to',
  text: 'Dear [Name],\n\nthank you for what you gave. The collection [Run] has ended, and this is what it came to.',
};
