/**
 * Calls to households that owe in a run: their outcomes, who is called next, and how two callers never call the same
 * family.
 */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { WireMoney } from './money.ts';
import { isValidPhone, PhoneNumber } from './phone.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { RunDonation } from './run-donations.ts';

/** How long a family is claimed for its caller. */
export const CALL_HELD_MINUTES = 10;
/** After how many hours a family that was not reached, or asked to be called back, is offered again. */
const AGAIN_AFTER_HOURS = 2;

export const CALL_OUTCOMES = ['reached', 'will_pay', 'call_back', 'no_answer', 'wrong_number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The outcomes of a call, in words. */
export const CALL_OUTCOME_TEXTS: Readonly<Record<CallOutcome, string>> = {
  reached: 'Reached',
  will_pay: 'Will pay',
  call_back: 'Asked to call back',
  no_answer: 'No answer',
  wrong_number: 'Number is wrong',
};

/** Returns whether a value names the outcome of a call. */
export const isCallOutcome = (value: unknown): value is CallOutcome =>
  typeof value === 'string' && Object.hasOwn(CALL_OUTCOME_TEXTS, value);

/**
 * Why a family must not be called: the member has died, the household mourns, there is no number, or all were reported
 * as wrong.
 */
export const NO_CALL_REASONS = ['deceased', 'mourning', 'no_phone', 'wrong_number'] as const;
export type NoCallReason = (typeof NO_CALL_REASONS)[number];

/** The reason in words. */
export const NO_CALL_TEXTS: Readonly<Record<NoCallReason, string>> = {
  deceased: 'Has died',
  mourning: 'A death in the household: days of quiet',
  no_phone: 'No phone number',
  wrong_number: 'The number is wrong: ask for a new one',
};

/** A phone number of a member, and whether it was reported as wrong. */
export const CalledPhone = z.object({ phoneNbr: z.string(), isWrong: z.boolean() });
export type CalledPhone = z.infer<typeof CalledPhone>;

/** The numbers on which a member may be called, in their order. */
export function phonesToCall(phones: readonly CalledPhone[]): string[] {
  return phones
    .filter(({ phoneNbr, isWrong }) => !isWrong && isValidPhone(phoneNbr))
    .map(({ phoneNbr }) => phoneNbr);
}

/** Why a member must not be called; undefined if they may be. */
export function noCallReason({
  isDeceased,
  isMourning,
  phones,
}: {
  isDeceased: boolean;
  isMourning: boolean;
  phones: readonly CalledPhone[];
}): NoCallReason | undefined {
  if (isDeceased) return 'deceased';
  if (isMourning) return 'mourning';
  if (phonesToCall(phones).length) return undefined;
  return phones.some(({ phoneNbr }) => isValidPhone(phoneNbr)) ? 'wrong_number' : 'no_phone';
}

const HOUR_MS = 3_600_000;

/**
 * Returns whether a member who may be called should be called now, by the outcome of the last call about the same dues.
 */
export function isToCall(last: { outcome: CallOutcome; at: Date } | undefined, now: Date): boolean {
  if (!last || last.outcome === 'wrong_number') return true;
  if (last.outcome === 'reached' || last.outcome === 'will_pay') return false;
  return now.getTime() - last.at.getTime() >= AGAIN_AFTER_HOURS * HOUR_MS;
}

const NOTE_MAX = 500;
const NOTE_TOO_LONG = `At most ${NOTE_MAX} characters`;

/** The outcome of a call as recorded: `POST .../calls/{donationId}/notes`. */
export const CallForm = z.object(
  {
    outcome: z.enum(CALL_OUTCOMES, 'Choose the outcome of the call'),
    note: z._default(freeText(NOTE_TOO_LONG, { max: NOTE_MAX, hasLines: true }), ''),
    /** The number that was called; default: the first that is not known to be wrong. */
    phoneNbr: z.optional(PhoneNumber),
  },
  NO_FIELDS,
);
export type CallForm = z.infer<typeof CallForm>;

/** A recorded call. */
export const CallNote = z.object({
  _id: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  note: z.string(),
  /** The number that was called. */
  phoneNbr: z.nullable(z.string()),
  by: z.string(),
  at: WireInstant,
  /** Whether the reader recorded it, and so may undo it. */
  isOwn: z.boolean(),
});
export type CallNote = z.infer<typeof CallNote>;

/** A family on the call list of a run. */
export const RunCall = z.extend(RunDonation, {
  /** The caller for whom the family is claimed, and until when. */
  takenBy: z.nullable(z.object({ name: z.string(), until: WireInstant, isOwn: z.boolean() })),
  /** The last call about these dues. */
  lastCall: z.nullable(CallNote),
  noCall: z.nullable(z.enum(NO_CALL_REASONS)),
  /** All numbers of the member. */
  phones: z.array(CalledPhone),
  /** The member chose to be called about dues. */
  asksForCall: z.boolean(),
  /** What can be paid now of all dues of the membership, including these. */
  payableTogether: WireMoney,
});
export type RunCall = z.infer<typeof RunCall>;

const CALLS_PAGE = 50;
const organizationField = filterField(
  requestText('organization_number'),
  'organization_number is a text of at most 200',
);

const filters = {
  organization_number: organizationField,
  /** True for members who chose to be called. */
  asks_for_call: filterField(trueOrFalse('asks_for_call'), 'asks_for_call is true or false'),
};

/** `GET .../runs/{runId}/calls.csv`. */
export const CallFilters = z.object(filters, NO_FIELDS);

/** `GET .../runs/{runId}/calls`: households that owe, by name. */
export const CallsQuery = z.extend(pageQuery(CALLS_PAGE), filters);

/** The page, and the family claimed for the reader. */
export const RunCallPage = z.extend(pageReply('calls', RunCall), { own: z.nullable(RunCall) });
export type RunCallPage = z.infer<typeof RunCallPage>;

/**
 * `POST .../runs/{runId}/calls/next`: the next after a donation, by name, wrapping around at the end; without one the
 * first.
 */
export const NextCallPost = z.object(
  {
    organization_number: z.optional(organizationField),
    asks_for_call: z.optional(z.boolean('asks_for_call is true or false')),
    after: optionalText('after'),
  },
  NO_FIELDS,
);

/** The family that was claimed; null where nobody is left to call. */
export const NextCall = z.object({ call: z.nullable(RunCall) });

/** Letters and calls to a member: `GET /v2/members/{id}/outreach`, newest first. */
export const Outreach = z.object({
  letters: z.array(
    z.object({
      runName: z.string(),
      campaignName: z.string(),
      at: WireInstant,
      by: z.string(),
      /** Null until the letter is marked as mailed. */
      mailedDt: z.nullable(WireInstant),
    }),
  ),
  calls: z.array(z.extend(CallNote, { runName: z.string(), campaignName: z.string() })),
  /** The member's numbers that were reported as wrong: the office should ask for new ones. */
  wrongPhones: z.array(z.object({ phoneNbr: z.string(), by: z.string(), at: WireInstant })),
});
export type Outreach = z.infer<typeof Outreach>;
