/** Money that the office receives, gives back or uses without a card: payments, and the credit of a household. */
import * as z from 'zod/mini';
import { MAX_PAYMENT_LINES } from './constants.ts';
import { dateField, WireInstant } from './dates.ts';
import { optionalText, requestText } from './free-text.ts';
import { IntegerCents, WireMoney } from './money.ts';
import { NO_FIELDS } from './problem.ts';
import { moneyReason, positiveCents } from './waiver.ts';

/** How the office receives or gives back money. */
export const OFFICE_METHODS = ['cash', 'check', 'zelle', 'other'] as const;
export type OfficeMethod = (typeof OFFICE_METHODS)[number];

/** The methods as they are shown. */
export const OFFICE_METHOD_NAMES: Readonly<Record<OfficeMethod, string>> = {
  cash: 'Cash',
  check: 'Check',
  zelle: 'Zelle',
  other: 'Other',
};

const method = z.enum(OFFICE_METHODS, 'Choose cash, check, Zelle or other');

const donationId = z
  .string('Say which dues')
  .check(z.regex(/^[0-9a-f]{24}$/i, 'Say which dues'), z.toLowerCase());

/** The id that a client makes for a payment, once for all tries. */
const entryId = z
  .string('entryId is a UUID')
  .check(z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'entryId is a UUID'), z.toLowerCase());

const isEachOnce = (lines: readonly { donation_id: string }[]) =>
  new Set(lines.map((line) => line.donation_id)).size === lines.length;

/** What is paid of which dues, in cents. */
const lines = z.optional(
  z.nullable(
    z
      .array(z.object({ donation_id: donationId, amount: positiveCents() }), 'lines is a list')
      .check(
        z.maxLength(MAX_PAYMENT_LINES, `At most ${MAX_PAYMENT_LINES} dues in one payment`),
        z.refine(isEachOnce, 'Dues may appear only once in a payment'),
      ),
  ),
);

/** What a payment without a card says, whoever it is from. */
export const OFFICE_PAYMENT_FIELDS = {
  entryId,
  amount: positiveCents(),
  method,
  checkNumber: optionalText('checkNumber', 30),
  lines,
  note: optionalText('note', 300),
};

/**
 * `POST /v2/members/{id}/payments`: money that the office received from a member, in cents. Without `lines` it pays the
 * dues of their household, the oldest first; what is left becomes credit. `paidDt` is a day, today unless given.
 */
export const OfficePaymentForm = z.object(
  {
    ...OFFICE_PAYMENT_FIELDS,
    paidDt: z.optional(z.nullable(dateField('Enter a date as MM/DD/YYYY'))),
  },
  NO_FIELDS,
);
export type OfficePaymentForm = z.infer<typeof OfficePaymentForm>;

/** What was booked of a payment: the dues that it paid, and what became credit; amounts in cents. */
export const OfficePayment = z.object({
  receipt_number: z.string(),
  lines: z.array(
    z.object({
      donation_id: z.string(),
      description: z.string(),
      paidFor: z.string(),
      amount: IntegerCents,
    }),
  ),
  credit: IntegerCents,
  /** Whether the receipt goes by mail; otherwise it is printed. */
  isReceiptMailed: z.optional(z.boolean()),
});
export type OfficePayment = z.infer<typeof OfficePayment>;

/** `GET /v2/members/{id}/payments/dues`: what a payment of their household would pay, the oldest first; in dollars. */
export const HouseholdDues = z.object({
  credit: WireMoney,
  dues: z.array(
    z.object({
      donation_id: z.string(),
      description: z.string(),
      paidFor: z.string(),
      dueDt: WireInstant,
      balance: WireMoney,
    }),
  ),
});
export type HouseholdDues = z.infer<typeof HouseholdDues>;

/** `GET /v2/members/{id}/credit`: what their household has paid ahead, in dollars; the newest entry first. */
export const Credit = z.object({
  balance: WireMoney,
  /** What is missing to what the funds of the member ask to have ahead, as a sentence. */
  topUp: z.optional(z.string()),
  entries: z.array(
    z.object({
      _id: z.string(),
      at: WireInstant,
      what: z.string(),
      /** Above zero where credit was added, below where it was used or paid back. */
      amount: WireMoney,
    }),
  ),
});
export type Credit = z.infer<typeof Credit>;

/** `POST /v2/members/{id}/credit`: pays dues from credit, in cents. */
export const CreditUseForm = z.object({ donation_id: donationId, amount: positiveCents() }, NO_FIELDS);
export type CreditUseForm = z.infer<typeof CreditUseForm>;

/** `POST /v2/members/{id}/credit/pay-back`: gives credit back, in cents; `reference` is a check's number, for example. */
export const PayBackForm = z.object(
  {
    amount: positiveCents(),
    method,
    reference: z.optional(z.nullable(requestText('reference', 60))),
    reason: moneyReason(),
  },
  NO_FIELDS,
);
export type PayBackForm = z.infer<typeof PayBackForm>;
