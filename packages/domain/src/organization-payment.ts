/** Payments as the office sees them: the list of an organization, and the story of one. */
import * as z from 'zod/mini';
import { RUN_DONATIONS_PAGE } from './constants.ts';
import { dateField, WireInstant } from './dates.ts';
import { WireMoney } from './money.ts';
import { OFFICE_METHOD_NAMES, OFFICE_METHODS } from './office-payment.ts';
import { cursorFields, filterField, idFilter, pageQuery } from './pagination.ts';
import { Receipt } from './payment.ts';

export const PAYMENT_METHODS = ['card', ...OFFICE_METHODS] as const;
/** The methods as they are shown. */
export const METHOD_NAMES = { card: 'Card', ...OFFICE_METHOD_NAMES } as const;
/**
 * Whether money went back of a payment: by a refund, whole or part, or because the cardholder disputes it; `reversed` is
 * a payment that the office took back, and its opposite entry.
 */
export const PAYMENT_STATES = ['paid', 'refunded', 'disputed', 'reversed'] as const;

const filters = {
  from: filterField(dateField('from'), 'from is a day, year first'),
  to: filterField(dateField('to'), 'to is a day, year first'),
  method: filterField(z.enum(PAYMENT_METHODS), 'method is card, cash, check, zelle or other'),
  status: filterField(z.enum(PAYMENT_STATES), 'status is paid, refunded, disputed or reversed'),
  /** The `_id` of a member: what they paid, and what was paid for them. */
  member: idFilter('member is an id'),
};

/** `GET /v2/organizations/{n}/payments.csv` */
export const PaymentFilters = z.object(filters);
export type PaymentFilters = z.infer<typeof PaymentFilters>;

/** `GET /v2/organizations/{n}/payments` */
export const PaymentsQuery = z.extend(pageQuery(RUN_DONATIONS_PAGE), {
  ...cursorFields(RUN_DONATIONS_PAGE),
  ...filters,
});
export type PaymentsQuery = z.infer<typeof PaymentsQuery>;

/**
 * A payment in the list of an organization: of a payment for several, what this one and those below it received.
 * `payment_id` is null for what the office received, which has no page.
 */
export const OrganizationPayment = z.object({
  _id: z.string(),
  payment_id: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  /** The id of its receipt as a PDF (`GET /v2/members/{member_id}/payments/{receipt_id}/receipt.pdf`). */
  receipt_id: z.optional(z.string()),
  paidDt: WireInstant,
  paidOn: z.string(),
  method: z.enum(PAYMENT_METHODS),
  status: z.enum(PAYMENT_STATES),
  /** The member who owes the dues. */
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  amount: WireMoney,
  /** What went back of it, refunds and disputes. */
  refunded: WireMoney,
});
export type OrganizationPayment = z.infer<typeof OrganizationPayment>;

/**
 * `GET /v2/organizations/{n}/payments`. After a `cursor`, nothing is counted; `totals` are missing also where the payments
 * of the filter are too many to add up in time.
 */
export const OrganizationPaymentPage = z.object({
  payments: z.array(OrganizationPayment),
  /** The cursor of the next page; null at the end. */
  next: z.nullable(z.string()),
  results: z.optional(z.number()),
  pages: z.optional(z.number()),
  totals: z.optional(
    z.object({
      count: z.number(),
      received: WireMoney,
      /** What went back of these payments. */
      refunded: WireMoney,
      /** Processing fees, which payers paid on top. */
      fees: WireMoney,
    }),
  ),
});

/** What happened to a payment. `refund_failed` and `dispute_won`: the money came again. */
export const STORY_STEPS = [
  'try',
  'charge',
  'receipt',
  'refund_requested',
  'refund_refused',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'dues_waived',
  'credited',
] as const;

/** `GET /v2/payments/{id}`: a receipt with its story, oldest first; `left` is what can be refunded. */
export const PaymentDetails = z.extend(Receipt, {
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  left: z.object({
    lines: z.array(
      z.object({
        donation_id: z.string(),
        amount: WireMoney,
        /** For the office: what decides what becomes of these dues (`duesAfterRefund`). */
        dues: z.optional(z.object({ balance: WireMoney, partOfDead: WireMoney, alreadyWaived: WireMoney })),
      }),
    ),
    processingFee: WireMoney,
  }),
  /** Refunds of more than this in all wait for a second person; missing where none does. */
  refundLimit: z.optional(WireMoney),
  story: z.array(
    z.object({
      at: WireInstant,
      what: z.enum(STORY_STEPS),
      amount: z.optional(WireMoney),
      by: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;
