import type * as z from 'zod/v4/core';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { LatestPayment } from '@kinfold/domain/donation';
import { cents, dollarsFromCents, sumCents, type Cents } from '@kinfold/domain/money';
import { receiptNumber, type MemberPayment } from '@kinfold/domain/payment';

/** The part of a payment on one donation; a payment from before has a membership instead. */
export type PaidLine = {
  donationId: string | null;
  membership?: { campaignId: string; primaryMemberId: string };
  description: string;
  paidFor: string;
  organizationName: string;
  amount: Cents;
  organizationNumber?: string;
  /** Whose statement counts it, for a payment without a card; of a card payment who paid it does. */
  holderId?: string;
};

/** A payment with the lines that concern a member. */
export type PaymentOfMember = {
  paidDt: Date;
  /** Null for payments by others and offline receipts, of which the member has no receipt. */
  paymentId: string | null;
  /** The id of its receipt; null where they have none. */
  receiptId: string | null;
  method: string;
  /** Paid before the books were kept here: no sum counts it as received (docs/decisions/029). */
  isFromBefore: boolean;
  lines: PaidLine[];
  processingFee: Cents;
};

/** A payment of a member's history on the wire; its date is that in the time zone. */
export function presentPayment(payment: PaymentOfMember, timeZone: string): z.input<typeof MemberPayment> {
  const { paidDt, paymentId, receiptId, method, lines, processingFee } = payment;
  const amount = sumCents(lines.map((line) => line.amount));
  return {
    payment_id: paymentId,
    receipt_number: paymentId && receiptNumber(paymentId),
    ...(receiptId !== null && { receipt_id: receiptId }),
    paidDt: paidDt.toISOString(),
    paidOn: calendarDateOf(paidDt, timeZone),
    method,
    lines: lines.map(presentLine),
    amount: dollarsFromCents(amount),
    processingFee: dollarsFromCents(processingFee),
    total: dollarsFromCents(cents(amount + processingFee)),
  };
}

/** A line of a payment on the wire. */
export function presentLine<Id extends string | null>({
  donationId,
  description,
  paidFor,
  organizationName,
  amount,
}: PaidLine & { donationId: Id }) {
  return {
    donation_id: donationId,
    description,
    paidFor,
    organizationName,
    amount: dollarsFromCents(amount),
  };
}

/** The newest payment on a membership on the wire, with the payment from before; its date is that in the time zone. */
export function presentLatestPayment(
  newest: { amount: Cents; entryDt: Date } | undefined,
  paidBefore: Cents | undefined,
  timeZone: string,
): z.input<typeof LatestPayment> {
  return {
    latestPayment: newest
      ? { amount: dollarsFromCents(newest.amount), paidOn: calendarDateOf(newest.entryDt, timeZone) }
      : null,
    ...(paidBefore !== undefined && { paidBefore: dollarsFromCents(paidBefore) }),
  };
}
