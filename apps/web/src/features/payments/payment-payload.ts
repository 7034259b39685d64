/**
 * What Review pays (spec section 3, "Payment payload stored locally"): kept in this browser under the signed-in
 * member, so that a reload, Back, or a second tab shows and pays the very same payment. Amounts are integer cents.
 */
import * as z from 'zod/mini';
import { cents, IntegerCents, type Cents } from '@kinfold/domain/money';
import { CardData, type DonationPayRequest } from '@kinfold/domain/payment';
import { newId } from '../../lib/new-id.ts';

const PaymentPayload = z.object({
  /** Sent as Idempotency-Key: one payment, however often it is asked for. */
  payment_id: z.string(),
  payee_member_id: z.string(),
  campaign_id: z.nullable(z.string()),
  membershipId: z.nullable(z.string()),
  campaignName: z.string(),
  totalAmount: IntegerCents,
  processingFee: IntegerCents,
  cardData: CardData,
  donation_id: z.literal(-1),
  donations: z.array(
    z.object({
      donation_id: z.string(),
      amount: IntegerCents,
      extRef: z.nullable(z.string()),
      isPrimary: z.boolean(),
      description: z.string(),
      paidFor: z.string(),
    }),
  ),
  /** Whether Donate Now was pressed and no answer has settled it yet. */
  wasSent: z.boolean(),
});
export type PaymentPayload = z.infer<typeof PaymentPayload>;
/** A payment as Donate hands it over. */
export type NewPayment = Omit<PaymentPayload, 'payment_id' | 'wasSent'>;

const keyOf = (memberId: string) => `kinfold.payment.${memberId}`;

/** The member's stored payment, if there is one that can be read. */
export function readPayload(memberId: string): PaymentPayload | undefined {
  try {
    const stored = localStorage.getItem(keyOf(memberId));
    return stored === null ? undefined : z.safeParse(PaymentPayload, JSON.parse(stored)).data;
  } catch {
    return undefined; // not JSON, or storage is switched off: as good as none
  }
}

const Unpaid = z.object({
  /** Why, when a card was declined. */
  reason: z.nullable(z.string()),
  /** The donate page to try again on. */
  href: z.string(),
});
export type Unpaid = z.infer<typeof Unpaid>;

const unpaidKeyOf = (memberId: string) => `kinfold.unpaid.${memberId}`;

/** Notes in this tab that a payment was not made and why, so that Review can say so after a reload. */
export function rememberUnpaid(memberId: string, unpaid: Unpaid): void {
  sessionStorage.setItem(unpaidKeyOf(memberId), JSON.stringify(unpaid));
}

/** The last payment in this tab that was not made, unless another was begun since. */
export function readUnpaid(memberId: string): Unpaid | undefined {
  const stored = sessionStorage.getItem(unpaidKeyOf(memberId));
  return stored === null ? undefined : z.safeParse(Unpaid, JSON.parse(stored)).data;
}

const write = (memberId: string, payload: PaymentPayload) =>
  localStorage.setItem(keyOf(memberId), JSON.stringify(payload));

/** Stores a payment for Review. The same payment once more keeps its id: Back and Continue must not make a second. */
export function storePayload(memberId: string, payment: NewPayment): PaymentPayload {
  const stored = readPayload(memberId);
  const isSame = stored && JSON.stringify(payRequest(stored)) === JSON.stringify(payRequest(payment));
  const payload = isSame ? stored : { ...payment, payment_id: newId(), wasSent: false };
  write(memberId, payload);
  sessionStorage.removeItem(unpaidKeyOf(memberId));
  return payload;
}

/** Notes that the payment is on its way, so that a later visit asks what became of it. */
export function markSent(memberId: string, payload: PaymentPayload): void {
  write(memberId, { ...payload, wasSent: true });
}

/** Forgets a settled payment, but not another one that a second tab has stored since. */
export function forgetPayload(memberId: string, paymentId: string): void {
  if (readPayload(memberId)?.payment_id === paymentId) localStorage.removeItem(keyOf(memberId));
}

/** What is paid before the fee, in cents. */
export function donationAmountOf(payment: Pick<PaymentPayload, 'totalAmount' | 'processingFee'>): Cents {
  return cents(payment.totalAmount - payment.processingFee);
}

/** The donate pay request of a payment (spec section 3). */
export function payRequest(payment: NewPayment): DonationPayRequest {
  return {
    payee_member_id: payment.payee_member_id,
    cardData: payment.cardData,
    donationAmount: donationAmountOf(payment),
    processingFee: payment.processingFee,
    campaign_id: payment.campaign_id,
    campaignName: payment.campaignName,
    donation_id: payment.donation_id,
    donations: payment.donations.map(({ donation_id, amount, extRef, isPrimary }) => ({
      donation_id,
      amount,
      extRef,
      isPrimary,
    })),
  };
}
