/** The month of an organization, as a treasurer reports it and closes it. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { Deposit } from './deposit.ts';
import { WireMoney } from './money.ts';
import { monthName, type Month } from './month.ts';
import { PAYMENT_METHODS } from './organization-payment.ts';
import { listOf } from './text.ts';

/** Why a month cannot be closed yet. */
export const MONTH_DIFFERENCES = ['review_items', 'open_batches', 'deposits'] as const;

/** Something open that keeps a month from being closed: in words, and the page where it is dealt with. */
export const MonthDifference = z.object({
  code: z.enum(MONTH_DIFFERENCES),
  text: z.string(),
  href: z.nullable(z.string()),
});
export type MonthDifference = z.infer<typeof MonthDifference>;

/** `GET /v2/organizations/{n}/months/{YYYY-MM}`: a month to the cent, in dollars. Of a closed one the figures never change. */
export const MonthReport = z.object({
  organizationNumber: z.string(),
  organizationName: z.string(),
  month: z.string(),
  state: z.enum(['open', 'closed']),
  closed: z.nullable(z.object({ by: z.string(), at: WireInstant })),
  /** Without processing fees. */
  received: z.array(z.object({ method: z.enum(PAYMENT_METHODS), amount: WireMoney })),
  receivedTotal: WireMoney,
  /** What it was for; `campaignRunId` is null for what was paid ahead, or by payers who are not known yet. */
  byRun: z.array(
    z.object({
      campaignRunId: z.nullable(z.string()),
      campaignName: z.string(),
      campaignRunName: z.string(),
      amount: WireMoney,
    }),
  ),
  /** What the card provider kept of the deposits of the month, and what payers added to their dues for that. */
  fees: WireMoney,
  processingFees: WireMoney,
  refunds: WireMoney,
  disputes: WireMoney,
  waived: WireMoney,
  /** Paid to families for claims. */
  paidOut: WireMoney,
  credit: z.object({ given: WireMoney, used: WireMoney, paidBack: WireMoney }),
  deposits: z.array(Deposit),
  /** Received by the end of the month and in no deposit yet: at the card provider, and in the cash box. */
  onItsWay: z.object({ card: WireMoney, cash: WireMoney, total: WireMoney }),
  /** Booked later for days of months that were closed by then: counted here. */
  late: z.array(z.object({ text: z.string(), month: z.string(), amount: WireMoney })),
  /** Of a closed month: what came later for its days, and the month that counts it. */
  later: z.nullable(z.object({ amount: WireMoney, month: z.string() })),
  differences: z.array(MonthDifference),
});
export type MonthReport = z.infer<typeof MonthReport>;

/** A month in a list, with what was received in it. */
export const MonthRow = z.object({
  month: z.string(),
  receivedTotal: WireMoney,
  state: z.enum(['open', 'closed']),
  closed: z.nullable(z.object({ by: z.string(), at: WireInstant })),
});
export type MonthRow = z.infer<typeof MonthRow>;

/** `GET /v2/organizations/{n}/months`: the current month and the earlier ones in which something was booked, newest first. */
export const MonthList = z.object({ months: z.array(MonthRow) });

/** Returns whether a text is a month of a year with four digits. */
export const isMonth = (text: string): text is Month => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** Why a month stays open, in a sentence. */
export const staysOpenText = (month: string, differences: readonly Pick<MonthDifference, 'text'>[]): string =>
  `${monthName(month)} stays open: ${listOf(differences.map(({ text }) => text))}.`;
