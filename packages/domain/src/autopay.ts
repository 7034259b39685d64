/**
 * Autopay: dues that are paid by a saved card by themselves (rules.md "Autopay"). Days are days in the deployment's time
 * zone; amounts are integer cents and include the processing fee, as what is charged does.
 */
import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { addDays, type CalendarDate } from './dates.ts';
import { IntegerCents, type Cents, WireMoney } from './money.ts';
import { addMonths, type Month } from './month.ts';
import { NO_FIELDS } from './problem.ts';
import { positiveCents } from './waiver.ts';

/** The number of days between the mail that announces a payment and the payment. */
export const NOTICE_DAYS = 5;
/** A payment that was announced is made within this many days after its day; later it is announced again. */
export const LATE_DAYS = 3;
/** After a declined try, the number of days until the next: three tries over nine days. */
export const RETRY_DAYS = [4, 5] as const;
export const TRIES_MAX = RETRY_DAYS.length + 1;
/** The number of days for which the link to change a card is valid. */
export const CARD_LINK_DAYS = 7;

/** Why autopay stopped. */
export const AUTOPAY_ENDS = [
  'member',
  'link',
  'declined',
  'card_removed',
  'unlinked',
  'membership_ended',
  'cover_lost',
] as const;
export type AutopayEnd = (typeof AUTOPAY_ENDS)[number];

/** What the member reads about why autopay stopped. */
export const AUTOPAY_END_TEXTS: Readonly<Record<AutopayEnd, string>> = {
  member: 'You stopped it.',
  link: 'It was stopped with the link in an email.',
  declined: 'Your card was declined three times.',
  card_removed: 'The card is no longer saved.',
  unlinked: 'Your sign-in was no longer linked to your membership.',
  membership_ended: 'The membership has ended.',
  cover_lost: 'The membership no longer covers anybody. Please ask the office before you pay.',
};

/** Why dues are left for the member to pay. */
export const AUTOPAY_LEFT = ['above_cap', 'ask_bank', 'refused', 'deceased'] as const;
export type AutopayLeft = (typeof AUTOPAY_LEFT)[number];

/** What the member reads about dues that are left. */
export const AUTOPAY_LEFT_TEXTS: Readonly<Record<AutopayLeft, string>> = {
  above_cap: 'This is more than your limit for a month. Please pay it yourself, or raise the limit.',
  ask_bank: 'Your bank wants you to confirm this payment. Please pay it yourself.',
  refused: 'It could not be paid three times, and nothing was charged. Please pay it yourself.',
  deceased: 'This is for a person who has died. Please ask the office.',
};

/** What is known of some dues that autopay may pay. */
export type AutopayDue = {
  donationId: string;
  /** What a card would be charged now. */
  total: Cents;
  /** What was announced, and for which day; undefined until it is. */
  planned?: { total: Cents; payOn: CalendarDate } | undefined;
  /** The bank wants the cardholder to confirm it. */
  asksBank: boolean;
  /** As many tries as there are were refused before the card was charged. */
  isRefused?: boolean;
  /** It is for a person who has died. */
  isForDeceased: boolean;
};

/** What happens with some dues today. */
export type AutopayStep =
  /** They wait for the day that was announced. */
  | { do: 'wait'; payOn: CalendarDate }
  /** The member gets a mail now that they are paid on a day. */
  | { do: 'announce'; payOn: CalendarDate }
  | { do: 'pay' }
  | { do: 'leave'; why: AutopayLeft };

/**
 * What happens today with the dues of a fund, in their order. `spent` is what autopay has paid for the fund, or is paying, in
 * a month: with what is planned it never comes to more than `cap`.
 */
export function stepsOf(
  dues: readonly AutopayDue[],
  { today, cap, spent }: { today: CalendarDate; cap: Cents; spent: (month: Month) => Cents },
): Map<string, AutopayStep> {
  const used = new Map<Month, number>();
  const fits = (total: Cents, day: CalendarDate) =>
    (used.get(monthIn(day)) ?? spent(monthIn(day))) + total <= cap;
  const steps = new Map<string, AutopayStep>();
  for (const due of dues) {
    const step = stepOf(due, today, cap, fits);
    steps.set(due.donationId, step);
    const day = step.do === 'leave' ? undefined : step.do === 'pay' ? today : step.payOn;
    if (day === undefined) continue;
    const month = monthIn(day);
    used.set(month, (used.get(month) ?? spent(month)) + due.total);
  }
  return steps;
}

function stepOf(
  { total, planned, asksBank, isRefused, isForDeceased }: AutopayDue,
  today: CalendarDate,
  cap: Cents,
  fits: (total: Cents, day: CalendarDate) => boolean,
): AutopayStep {
  if (isForDeceased) return { do: 'leave', why: 'deceased' };
  if (asksBank) return { do: 'leave', why: 'ask_bank' };
  if (isRefused) return { do: 'leave', why: 'refused' };
  if (total > cap) return { do: 'leave', why: 'above_cap' };
  // More than was announced, or a day that is long past: it is announced again.
  const isAnnounced = planned && total <= planned.total && today <= addDays(planned.payOn, LATE_DAYS);
  if (isAnnounced && today < planned.payOn && fits(total, planned.payOn))
    return { do: 'wait', payOn: planned.payOn };
  if (isAnnounced && today >= planned.payOn && fits(total, today)) return { do: 'pay' };
  return { do: 'announce', payOn: payDay(total, today, fits) };
}

/** The first day, after the days of notice, in whose month the amount is within the cap; it is within an empty month's. */
function payDay(
  total: Cents,
  today: CalendarDate,
  fits: (total: Cents, day: CalendarDate) => boolean,
): CalendarDate {
  let day = addDays(today, NOTICE_DAYS);
  while (!fits(total, day)) day = `${addMonths(monthIn(day), 1)}-01`;
  return day;
}

/** The month of a day. */
export const monthIn = (day: CalendarDate): Month => day.slice(0, 'YYYY-MM'.length) as Month;

/** The day of the next try after the given number of declines; undefined when there is none. */
export function retryOn(declines: number, today: CalendarDate): CalendarDate | undefined {
  const days = RETRY_DAYS[declines - 1];
  return days === undefined ? undefined : addDays(today, days);
}

const NO_CARD = 'Choose a saved card';

/** `PUT /v2/members/{id}/autopay/{campaignId}`: the most that may be charged in a calendar month, in cents. */
export const AutopayForm = z.object(
  {
    cardId: z
      .string(NO_CARD)
      .check(
        z.maxLength(255, { error: NO_CARD, abort: true }),
        z.regex(/^[a-z]+_\w{1,240}$/i, NO_CARD),
        noCardNumber,
      ),
    monthlyCap: positiveCents(),
  },
  NO_FIELDS,
);
export type AutopayForm = z.infer<typeof AutopayForm>;

/** What is set for a fund. `monthlyCap` is in cents; `nextDt` is the day of the next payment, `YYYY-MM-DD`. */
export const Autopay = z.object({
  campaignId: z.string(),
  campaignName: z.string(),
  cardId: z.string(),
  cardType: z.string(),
  last4: z.string(),
  monthlyCap: IntegerCents,
  nextDt: z.nullable(z.string()),
  isStopped: z.boolean(),
  why: z.nullable(z.enum(AUTOPAY_ENDS)),
  /** What is paid on which day, fee included; and dues that are left, without a day. */
  dues: z.array(
    z.object({
      donation_id: z.string(),
      name: z.string(),
      total: WireMoney,
      payOn: z.nullable(z.string()),
      left: z.nullable(z.enum(AUTOPAY_LEFT)),
    }),
  ),
});
export type Autopay = z.infer<typeof Autopay>;

/**
 * `GET /v2/members/{id}/autopay`: what is set, and the funds for which it can be set. `total` is what is due now, with the
 * fee.
 */
export const Autopays = z.object({
  autopays: z.array(Autopay),
  funds: z.array(z.object({ campaignId: z.string(), campaignName: z.string(), total: WireMoney })),
});
export type Autopays = z.infer<typeof Autopays>;

/** `GET /v2/autopay-links/{token}`: what the link of a mail stops, or whose card it changes. */
export const AutopayLink = z.object({ campaignName: z.string(), isStopped: z.boolean() });
export type AutopayLink = z.infer<typeof AutopayLink>;
