/** Money that goes back to a card: refunds and disputes (payments.md "Refunds"). Amounts are integer cents. */
import * as z from 'zod/mini';
import { MAX_PAYMENT_LINES } from './constants.ts';
import { WireInstant } from './dates.ts';
import { freeText } from './free-text.ts';
import { cents, IntegerCents, sumCents, WireCents, WireMoney, ZERO, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** What happens to refunded dues. */
const REFUNDED_DUES = ['owed', 'waived'] as const;

const RefundLine = z.object(
  {
    donation_id: z.string('donation_id is a text').check(z.regex(/^[0-9a-f]{24}$/, 'These are no dues')),
    amount: WireCents.check(z.refine((amount) => amount > 0, 'An amount is at least one cent')),
  },
  'A line names dues and an amount',
);

/**
 * `POST /v2/payments/{id}/refunds`: without lines, all dues that are left of the payment; with `includeFee` also what is
 * left of its processing fee.
 */
export const RefundForm = z.object(
  {
    lines: z.optional(
      z.array(RefundLine, 'lines is a list').check(
        z.minLength(1, 'Choose what to refund'),
        z.maxLength(MAX_PAYMENT_LINES, `At most ${MAX_PAYMENT_LINES} lines`),
        z.refine(
          (lines) => new Set(lines.map((line) => line.donation_id)).size === lines.length,
          'Dues are refunded once in a refund',
        ),
      ),
    ),
    includeFee: z.optional(z.boolean('includeFee is true or false')),
    /** What becomes of the dues; without it they are owed again, but for the part of people who have died. */
    dues: z.optional(z.enum(REFUNDED_DUES, 'dues is owed or waived')),
    /** The whole amount again, in cents, where a second person must approve it. */
    amountAgain: z.optional(WireCents),
    reason: freeText('Say why, in 3 to 300 characters', { min: 3, max: 300 }),
  },
  NO_FIELDS,
);
export type RefundForm = z.infer<typeof RefundForm>;

/** The answer to a refund; `amount` is in cents. `failed`: the card provider refused it, and nothing was refunded. */
export const RefundAnswer = z.object({
  refund_id: z.string(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  amount: IntegerCents,
  /** Nothing goes back before a second person has approved it. */
  waitsForApproval: z.optional(z.boolean()),
});
export type RefundAnswer = z.infer<typeof RefundAnswer>;

/** The part of a payment on a donation. */
export type PaymentPart = { donationId: string; amount: Cents };

/** What is left of a payment that can go back, in cents: on each donation, and of the processing fee. */
export type PaymentRest = { lines: readonly PaymentPart[]; fee: Cents };

/**
 * Divides an amount that goes back over what is left of a payment, where nobody said which dues it is for: the newest dues
 * first, so that the oldest stay paid and cover is lost last; then the fee. Ids of donations begin with the time at which
 * they were made. `surplus` is what is more than is left.
 */
export function allocateNewestFirst(
  rest: PaymentRest,
  amount: Cents,
): { lines: PaymentPart[]; fee: Cents; surplus: Cents } {
  let left: number = amount;
  const take = (part: Cents) => {
    const taken = cents(Math.min(part, left));
    left -= taken;
    return taken;
  };
  const newestFirst = rest.lines.toSorted((a, b) => (a.donationId < b.donationId ? 1 : -1));
  const lines = newestFirst
    .map(({ donationId, amount: part }) => ({ donationId, amount: take(part) }))
    .filter((line) => line.amount > 0);
  const fee = take(rest.fee);
  return { lines, fee, surplus: cents(left) };
}

/**
 * What decides how much of refunded dues is waived, in cents: what they need before the refund, what they ask for people
 * who have died, and what is waived of them already.
 */
export type RefundedDues = { balance: Cents; partOfDead: Cents; alreadyWaived: Cents };

/** What the dues would lack after a refund of them. */
const lackingAfter = (amount: Cents, balance: Cents): Cents => cents(Math.max(0, balance + amount));

/**
 * What is waived of refunded dues, at most what they would lack: all of it, or the part of those who have died, which is
 * never owed again.
 */
export function waivedOfRefund(
  amount: Cents,
  dues: RefundForm['dues'],
  { balance, partOfDead, alreadyWaived }: RefundedDues,
): Cents {
  const wanted = dues === 'waived' ? amount : Math.min(amount, partOfDead - alreadyWaived);
  return cents(Math.max(0, Math.min(wanted, lackingAfter(amount, balance))));
}

/** What of refunded dues is owed again, and what is waived (`waivedOfRefund`), in cents. */
export function duesAfterRefund(
  amount: Cents,
  dues: RefundForm['dues'],
  facts: RefundedDues,
): { owed: Cents; waived: Cents } {
  const waived = waivedOfRefund(amount, dues, facts);
  return { owed: cents(Math.min(amount, lackingAfter(amount, facts.balance)) - waived), waived };
}

/**
 * Divides money that comes again, of a refund that failed or a dispute that was won: what the dues need goes there, the
 * rest is credit, because they were settled otherwise meanwhile. `balance` is what they need now.
 */
export function dividedBack(amount: Cents, balance: Cents): { dues: Cents; credit: Cents } {
  const dues = cents(Math.max(0, Math.min(amount, balance)));
  return { dues, credit: cents(amount - dues) };
}

/** The sum of what is left of a payment, without its fee, in cents. */
export const duesLeft = ({ lines }: PaymentRest): Cents => sumCents(lines.map(({ amount }) => amount));

/** The sum of a refund: its lines, and its part of the fee. */
export const refundTotal = (lines: readonly { amount: Cents }[], fee: Cents = ZERO): Cents =>
  sumCents([...lines.map(({ amount }) => amount), fee]);

/** The step of disputes that have ended. */
export const DISPUTE_OVER = 2;
/** The maximum number of disputes in a list. */
export const DISPUTES_MAX = 200;

/** The states of a dispute in the order in which a bank goes through them; other words of the provider count as first. */
const DISPUTE_STEPS: Readonly<Record<string, number>> = {
  warning_under_review: 1,
  under_review: 1,
  warning_closed: DISPUTE_OVER,
  prevented: DISPUTE_OVER,
  won: DISPUTE_OVER,
  lost: DISPUTE_OVER,
};

/** The step of a dispute's state: a report of an earlier step, which comes late, changes nothing. */
export const disputeStep = (status: string): number => DISPUTE_STEPS[status] ?? 0;

/** `GET /v2/organizations/{n}/disputes`: the open ones first. `amount` is in dollars. */
export const Dispute = z.object({
  _id: z.string(),
  status: z.string(),
  isOpen: z.boolean(),
  reason: z.string(),
  amount: WireMoney,
  at: WireInstant,
  /** The last day on which it can be answered; null when there is nothing to answer. */
  answerBy: z.nullable(z.string()),
  paymentId: z.string(),
  receiptNumber: z.string(),
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  detail: z.string(),
});
export type Dispute = z.infer<typeof Dispute>;

export const Disputes = z.array(Dispute);
