/** Reports of deaths, which the office confirms or dismisses, and what a death leaves to do (rules.md "Death, payers and who is charged"). */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { DeathDayField } from './death-day.ts';
import { freeText, requiredText } from './free-text.ts';
import { filterField, idFilter } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

/** While a report is open nothing is sent to the household for this many days, the day of the report included. */
export const REPORT_QUIET_DAYS = 14;
/** As many reports, and as many things to do, are listed. */
export const DEATH_ITEMS_MAX = 100;

/** The length of the name of who reported a death. */
export const TOLD_BY_MAX = 100;
/** The maximum length of the reason for another day of a death. */
export const CORRECTION_MAX = 500;
const NOTE_MAX = 1_000;
const noted = (message: string, max: number) =>
  z.optional(z.nullable(freeText(message, { max, hasLines: max > 100 })));

/**
 * `POST /v2/members/{id}/death-reports`: `deceasedDt` is null where the day is not known, or any day of the month where
 * the month alone is (`isDayUnknown`); `phone` is that of who told.
 */
export const DeathReportForm = z.object(
  {
    deceasedDt: z.optional(z.nullable(dateField('Invalid date of death'))),
    isDayUnknown: z.optional(z.nullable(z.boolean('isDayUnknown is true or false'))),
    toldBy: requiredText('Say who told you', { min: 1, max: TOLD_BY_MAX }),
    phone: noted('A phone number of at most 40 characters', 40),
    note: noted(`A note of at most ${NOTE_MAX} characters`, NOTE_MAX),
  },
  NO_FIELDS,
);
export type DeathReportForm = z.infer<typeof DeathReportForm>;

export const REPORT_STATES = ['open', 'confirmed', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

const ofMember = z.object({ member_id: z.string(), name: z.string() });

/** A report of a death. A death that is entered confirms the open ones of its member. */
export const DeathReport = z.object({
  _id: z.string(),
  member: ofMember,
  organizationNumber: z.string(),
  status: z.enum(REPORT_STATES),
  deceasedDt: z.nullable(z.string()),
  /** Where the month alone is known. */
  deathDay: DeathDayField,
  toldBy: z.string(),
  phone: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reportedBy: z.string(),
  /** For a report by a letter of cover: the name of the deceased as it was written. */
  whoDied: z.optional(z.string()),
  reportedDt: WireInstant,
  /** The first day on which the household is written to again though nobody has decided. */
  quietUntil: z.string(),
  decision: z.nullable(z.object({ by: z.string(), at: WireInstant, reason: z.nullable(z.string()) })),
});
export type DeathReport = z.infer<typeof DeathReport>;

/** A list of one member only. */
const ofOne = idFilter('member_id is the id of a member');

/** Answer of `GET /v2/organizations/{n}/death-reports`: at most `DEATH_ITEMS_MAX`, the oldest open ones or those decided latest. */
export const DeathReports = z.array(DeathReport);

/** Answer of `GET /v2/members/{id}/death-reports`: that the death is reported, for users who may report it, the earliest first. */
export const OpenDeathReports = z.array(
  z.pick(DeathReport, { _id: true, reportedBy: true, reportedDt: true, quietUntil: true }),
);

export const DeathReportsQuery = z.object(
  {
    status: filterField(z.enum(REPORT_STATES), 'status is open, confirmed or dismissed'),
    member_id: ofOne,
  },
  NO_FIELDS,
);

/** `POST /v2/death-reports/{id}/dismiss` */
export const DismissReportForm = z.object(
  { reason: freeText('Say why, in 3 to 300 characters', { min: 3, max: 300 }) },
  NO_FIELDS,
);

/** Something that a death leaves to do (`leftToDo` of `Death`), kept until somebody has done it. */
export const DeathTask = z.object({
  _id: z.string(),
  member: ofMember,
  organizationNumber: z.string(),
  code: z.string(),
  text: z.string(),
  href: z.string(),
  status: z.enum(['open', 'done']),
  createdDt: WireInstant,
  done: z.nullable(z.object({ by: z.string(), at: WireInstant })),
});
export type DeathTask = z.infer<typeof DeathTask>;

/** Answer of `GET /v2/organizations/{n}/death-tasks`: at most `DEATH_ITEMS_MAX`, the oldest open ones or those done latest. */
export const DeathTasks = z.array(DeathTask);
export const DeathTasksQuery = z.object(
  { status: filterField(z.enum(['open', 'done']), 'status is open or done'), member_id: ofOne },
  NO_FIELDS,
);
