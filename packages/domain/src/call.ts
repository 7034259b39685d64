/** Calls to those who owe in a run: what came of them, who is called next, and that no two callers call the same family. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { WireMoney } from './money.ts';
import { isValidPhone, PhoneNumber } from './phone.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { RunDonation } from './run-donations.ts';

/** For how long a family is held for who calls it. */
export const CALL_HELD_MINUTES = 10;
/** A family that was not reached, or asked to be called back, is offered again after so many hours. */
const AGAIN_AFTER_HOURS = 2;

export const CALL_OUTCOMES = ['reached', 'will_pay', 'call_back', 'no_answer', 'wrong_number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** What came of a call, in words. */
export const CALL_OUTCOME_TEXTS: Readonly<Record<CallOutcome, string>> = {
  reached: 'Reached',
  will_pay: 'Will pay',
  call_back: 'Asked to call back',
  no_answer: 'No answer',
  wrong_number: 'Number is wrong',
};

/** Whether a value names what came of a call. */
export const isCallOutcome = (value: unknown): value is CallOutcome =>
  typeof value === 'string' && Object.hasOwn(CALL_OUTCOME_TEXTS, value);

/** Why nobody is to call: the member has died, the household mourns, there is no number, or all were said to be wrong. */
export const NO_CALL_REASONS = ['deceased', 'mourning', 'no_phone', 'wrong_number'] as const;
export type NoCallReason = (typeof NO_CALL_REASONS)[number];

/** The reason in words. */
export const NO_CALL_TEXTS: Readonly<Record<NoCallReason, string>> = {
  deceased: 'Has died',
  mourning: 'A death in the household: days of quiet',
  no_phone: 'No phone number',
  wrong_number: 'The number is wrong: ask for a new one',
};

/** A number of somebody, and whether it was said to be wrong. */
export const CalledPhone = z.object({ phoneNbr: z.string(), isWrong: z.boolean() });
export type CalledPhone = z.infer<typeof CalledPhone>;

/** The numbers by which somebody may be called, in their order. */
export function phonesToCall(phones: readonly CalledPhone[]): string[] {
  return phones
    .filter(({ phoneNbr, isWrong }) => !isWrong && isValidPhone(phoneNbr))
    .map(({ phoneNbr }) => phoneNbr);
}

/** Why somebody is not to be called; undefined where they may be. */
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

/** Whether somebody who may be called is to be called now, by what came of the last call about the same dues. */
export function isToCall(last: { outcome: CallOutcome; at: Date } | undefined, now: Date): boolean {
  if (!last || last.outcome === 'wrong_number') return true;
  if (last.outcome === 'reached' || last.outcome === 'will_pay') return false;
  return now.getTime() - last.at.getTime() >= AGAIN_AFTER_HOURS * HOUR_MS;
}

const NOTE_MAX = 500;
const NOTE_TOO_LONG = `At most ${NOTE_MAX} characters`;

/** What is noted of a call: `POST .../calls/{donationId}/notes`. */
export const CallForm = z.object(
  {
    outcome: z.enum(CALL_OUTCOMES, 'Say what came of the call'),
    note: z._default(freeText(NOTE_TOO_LONG, { max: NOTE_MAX, hasLines: true }), ''),
    /** The number that was called; without it the first that is not known to be wrong. */
    phoneNbr: z.optional(PhoneNumber),
  },
  NO_FIELDS,
);
export type CallForm = z.infer<typeof CallForm>;

/** A call as it was noted. */
export const CallNote = z.object({
  _id: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  note: z.string(),
  /** The number that was called. */
  phoneNbr: z.nullable(z.string()),
  by: z.string(),
  at: WireInstant,
  /** Whether one noted it oneself, and so may take it back. */
  isOwn: z.boolean(),
});
export type CallNote = z.infer<typeof CallNote>;

/** A family on the call list of a run. */
export const RunCall = z.extend(RunDonation, {
  /** Who is calling, and until when the family is held for them. */
  takenBy: z.nullable(z.object({ name: z.string(), until: WireInstant, isOwn: z.boolean() })),
  /** The last call about these dues. */
  lastCall: z.nullable(CallNote),
  noCall: z.nullable(z.enum(NO_CALL_REASONS)),
  /** All numbers of the member. */
  phones: z.array(CalledPhone),
  /** They chose to be called about what is due. */
  asksForCall: z.boolean(),
  /** What can be paid now of all dues of the membership, these among them. */
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
  /** True for those who chose to be called. */
  asks_for_call: filterField(trueOrFalse('asks_for_call'), 'asks_for_call is true or false'),
};

/** `GET .../runs/{runId}/calls.csv`. */
export const CallFilters = z.object(filters, NO_FIELDS);

/** `GET .../runs/{runId}/calls`: who owes, by name. */
export const CallsQuery = z.extend(pageQuery(CALLS_PAGE), filters);

/** The page, and whom one is calling oneself. */
export const RunCallPage = z.extend(pageReply('calls', RunCall), { own: z.nullable(RunCall) });
export type RunCallPage = z.infer<typeof RunCallPage>;

/** `POST .../runs/{runId}/calls/next`: the next after a donation, by name and around the end; without one from the first. */
export const NextCallPost = z.object(
  {
    organization_number: z.optional(organizationField),
    asks_for_call: z.optional(z.boolean('asks_for_call is true or false')),
    after: optionalText('after'),
  },
  NO_FIELDS,
);

/** The family that was taken; null where nobody is left to call. */
export const NextCall = z.object({ call: z.nullable(RunCall) });

/** What a member was told by letter or call: `GET /v2/members/{id}/outreach`, newest first. */
export const Outreach = z.object({
  letters: z.array(
    z.object({
      runName: z.string(),
      campaignName: z.string(),
      at: WireInstant,
      by: z.string(),
      /** Null while nobody has said that it was mailed. */
      mailedDt: z.nullable(WireInstant),
    }),
  ),
  calls: z.array(z.extend(CallNote, { runName: z.string(), campaignName: z.string() })),
  /** Those of the member's numbers that were said to be wrong: to be asked for. */
  wrongPhones: z.array(z.object({ phoneNbr: z.string(), by: z.string(), at: WireInstant })),
});
export type Outreach = z.infer<typeof Outreach>;
