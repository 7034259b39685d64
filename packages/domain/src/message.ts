/** Mails about dues to members, as shown to staff, and the reminders of a run (docs/decisions/027). */
import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { WireInstant } from './dates.ts';
import { Job } from './job.ts';
import { cents, IntegerCents, WireMoney } from './money.ts';
import { cursorFields, filterField } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { LEFT_OUT_REASONS } from './reminder.ts';

/**
 * The status of a message. `bounced`: the mail server does not know the address. `failed`: it did not accept the mail.
 * `unsure`: the work was interrupted while it was sent, so the outcome is unknown, and it is not sent again.
 */
export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'bounced', 'failed', 'unsure'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Each state as lists and files show it. */
export const MESSAGE_STATE_WORDS: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  bounced: 'Bounced',
  failed: 'Not accepted',
  unsure: 'Not sure',
};

/** What a mail is: of dues, that cover ends, or to those who gave what it came to. */
export const MESSAGE_KINDS = ['reminder', 'warning', 'report'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message on the wire; `amount` is what was due then, of a report what they gave. */
export const Message = z.object({
  _id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  member_id: z.string(),
  memberName: z.string(),
  campaignId: z.string(),
  campaignRunId: z.string(),
  campaignRunName: z.string(),
  email: z.string(),
  amount: WireMoney,
  state: z.enum(MESSAGE_STATES),
  createdDt: WireInstant,
  sentDt: z.nullable(WireInstant),
  /** When the link in it was first opened. */
  openedDt: z.nullable(WireInstant),
});
export type Message = z.infer<typeof Message>;

/** Answer of the lists of messages, newest first. */
export const MessagePage = z.object({ messages: z.array(Message), next: z.nullable(z.string()) });

const MESSAGES_PAGE = 20;

/** `GET /v2/members/{id}/messages`. */
export const MessagesQuery = z.object(cursorFields(MESSAGES_PAGE), NO_FIELDS);

/**
 * `GET /v2/campaigns/{id}/runs/{runId}/messages`; the filter is the status, `opened` means that the link was opened.
 */
export const RunMessagesQuery = z.object(
  {
    state: filterField(z.enum([...MESSAGE_STATES, 'opened']), 'There is no such state'),
    ...cursorFields(MESSAGES_PAGE),
  },
  NO_FIELDS,
);

/** A reminder of a run on the wire, a warning that cover ends, or its report; the figures are exact once its job is done. */
export const RunReminder = z.object({
  _id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  /** For warnings: how many days before cover ends. */
  days: z.nullable(z.number()),
  subject: z.string(),
  createdBy: z.string(),
  createdDt: WireInstant,
  sent: z.number(),
  bounced: z.number(),
  failed: z.number(),
  unsure: z.number(),
  opened: z.number(),
  /** When it resumes, if it waits for the end of the night. */
  waitsUntil: z.nullable(WireInstant),
  job: z.optional(Job),
});
export type RunReminder = z.infer<typeof RunReminder>;

/** Answer of `GET /v2/campaigns/{id}/runs/{runId}/reminders`, newest first. */
export const RunReminders = z.object({ reminders: z.array(RunReminder) });

const LeftOut = z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.number() }));

/** How many would get a reminder, what they owe together (of a report: gave), and who is left out and why. */
const ReminderCount = z.object({ count: z.number(), sum: WireMoney, leftOut: LeftOut });
export type ReminderCount = z.infer<typeof ReminderCount>;

/** The figures of the job that counts recipients, by their names; `sum` is in cents. */
export function reminderCountOf(report: Readonly<Record<string, number>>): ReminderCount {
  return {
    count: report['count'] ?? 0,
    sum: cents(report['sum'] ?? 0),
    leftOut: LEFT_OUT_REASONS.flatMap((reason) => {
      const count = report[reason];
      return count ? [{ reason, count }] : [];
    }),
  };
}

/** What a run came to, in cents. */
const OutcomeLines = z.array(
  z.object({
    label: z.string().check(z.maxLength(300, { error: 'At most 300 characters', abort: true }), noCardNumber),
    amount: IntegerCents,
  }),
);

/** `POST /v2/runs/{id}/report`: the lines of the preview, so that nothing is sent but what was looked at. */
export const ReportForm = z.object({ lines: OutcomeLines }, NO_FIELDS);
export type ReportForm = z.infer<typeof ReportForm>;

/** What a reminder would do now. */
export const ReminderPreview = z.object({
  /** Null if a job counts. */
  counted: z.nullable(ReminderCount),
  /** When it would go out, if it is night. */
  waitsUntil: z.nullable(WireInstant),
  /** The text of the last reminder of this run, or the usual text. */
  subject: z.string(),
  text: z.string(),
  /** For a report: what was collected, in cents. */
  lines: z.optional(OutcomeLines),
  /** For a collection: the lines in memory that the mail says too. */
  memorials: z.optional(z.array(z.string())),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

/** Answer of `POST .../reminders/test`: the address to which the preview was mailed. */
export const ReminderTest = z.object({ to: z.string() });

/** Answer of `GET /v2/messages/{token}`, to users who may pay: the dues that its link leads to. */
export const MessageLink = z.object({ member_id: z.string(), campaignMembershipId: z.string() });
