/**
 * The payment payload (spec section 3, "Payment payload stored locally"), in localStorage by signed-in member: a
 * reload, Back or a second tab shows and pays the same payment. Amounts are integer cents.
 */
import * as z from 'zod/mini';
import { cents, IntegerCents, type Cents } from '@kinfold/domain/money';
import { Recipient } from '@kinfold/domain/recipient';
import { CardData, type DonationPayRequest } from '@kinfold/domain/payment';
import { readStored } from '../../lib/form-draft.ts';
import { paymentKeyOf } from '../../lib/traces.ts';
import { newUuid } from '../../lib/uuid.ts';
import type { Figures } from './payment-figures.tsx';
import type { PaymentLine } from './payment-lines.ts';

const PaymentPayload = z.object({
  /** Sent as Idempotency-Key: all attempts are one payment. */
  payment_id: z.string(),
  payee_member_id: z.string(),
  campaign_id: z.nullable(z.string()),
  membershipId: z.nullable(z.string()),
  campaignName: z.string(),
  /** The recipient; absent if unknown. */
  recipient: z.optional(z.pick(Recipient, { key: true, name: true })),
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
  /** The reference and last name by which dues of others are paid. */
  byReference: z.optional(z.object({ reference: z.string(), lastName: z.string() })),
  /** True from Donate Now until the outcome is known. */
  wasSent: z.boolean(),
});
export type PaymentPayload = z.infer<typeof PaymentPayload>;
type NewPayment = Omit<PaymentPayload, 'payment_id' | 'wasSent'>;

/** Whose dues are paid, by whom, in which campaign. `membershipId` is null for everything a member owes. */
export type DonateTarget = {
  memberId: string;
  payeeId: string;
  membershipId: string | null;
  campaignId: string | null;
  campaignName: string | null;
  /** An open campaign: nothing is due, any amount can be given. */
  isGift: boolean;
  /** The recipient, if known. */
  recipient?: Pick<Recipient, 'key' | 'name'> | undefined;
  byReference?: PaymentPayload['byReference'];
};

/** Returns the payment to store for Review. */
export function paymentOf(
  target: DonateTarget,
  payment: { lines: PaymentLine[]; figures: Figures },
  cardData: CardData,
): NewPayment {
  const names = [...new Set(payment.lines.map((line) => line.campaignName))];
  return {
    payee_member_id: target.payeeId,
    campaign_id: target.campaignId,
    membershipId: target.membershipId,
    ...(target.recipient && { recipient: { key: target.recipient.key, name: target.recipient.name } }),
    ...(target.byReference && { byReference: target.byReference }),
    campaignName: (target.campaignName ?? names.join(', ')).slice(0, 200),
    totalAmount: payment.figures.total,
    processingFee: payment.figures.processingFee,
    cardData,
    donation_id: -1,
    donations: payment.lines,
  };
}

/** The stored payment of a member as text, to notice changes; null when there is none. */
export const payloadText = (memberId: string): string | null => localStorage.getItem(paymentKeyOf(memberId));

/** Returns the stored payment of a member; undefined when there is none or it cannot be parsed. */
export function readPayload(memberId: string): PaymentPayload | undefined {
  try {
    const stored = localStorage.getItem(paymentKeyOf(memberId));
    return stored === null ? undefined : z.safeParse(PaymentPayload, JSON.parse(stored)).data;
  } catch {
    return undefined; // not JSON, or no storage
  }
}

const FailedPayment = z.object({
  /** The reason of a declined card, or until when no new card is accepted; null for any other failure. */
  reason: z.nullable(z.string()),
  /** The card that was declined; none after too many of them. */
  card: z.optional(
    z.object({ cardType: z.optional(z.nullable(z.string())), last4: z.optional(z.nullable(z.string())) }),
  ),
  /** The donate page to try again. */
  href: z.string(),
});
export type FailedPayment = z.infer<typeof FailedPayment>;

/** Also true after too many declined cards. */
export const KNOWN_CARD = 'A card that you have paid with before can be used at any time.';

const failedKeyOf = (memberId: string) => `kinfold.unpaid.${memberId}`;

/** Stores the failed payment in this tab, for Review after a reload. */
export function storeFailedPayment(memberId: string, failedPayment: FailedPayment): void {
  sessionStorage.setItem(failedKeyOf(memberId), JSON.stringify(failedPayment));
}

/** Returns the last failed payment of this tab, unless another was started since. */
export function readFailedPayment(memberId: string): FailedPayment | undefined {
  return readStored(failedKeyOf(memberId), FailedPayment);
}

const write = (memberId: string, payload: PaymentPayload) =>
  localStorage.setItem(paymentKeyOf(memberId), JSON.stringify(payload));

/** Stores a payment for Review. An equal payment keeps its id: Back and Continue must not make a second one. */
export function storePayload(memberId: string, payment: NewPayment): PaymentPayload {
  const stored = readPayload(memberId);
  const isSame = stored && JSON.stringify(payRequest(stored)) === JSON.stringify(payRequest(payment));
  const payload = isSame ? stored : { ...payment, payment_id: newUuid(), wasSent: false };
  write(memberId, payload);
  sessionStorage.removeItem(failedKeyOf(memberId));
  return payload;
}

/** Marks the payment as sent, so that a later visit looks up its outcome. */
export function markSent(memberId: string, payload: PaymentPayload): void {
  write(memberId, { ...payload, wasSent: true });
}

/** Deletes a settled payment, unless another tab has stored a new one. */
export function forgetPayload(memberId: string, paymentId: string): void {
  if (readPayload(memberId)?.payment_id === paymentId) localStorage.removeItem(paymentKeyOf(memberId));
}

/** Returns the amount before the fee, in cents. */
export function donationAmountOf(payment: Pick<PaymentPayload, 'totalAmount' | 'processingFee'>): Cents {
  return cents(payment.totalAmount - payment.processingFee);
}

/** Returns the body of the pay request (spec section 3). */
export function payRequest(payment: NewPayment) {
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
  } satisfies DonationPayRequest;
}
