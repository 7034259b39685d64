/** Payments as they were asked for: recorded once and never changed (payments.md "Records"). */
import { insertOnce } from '../../platform/database.ts';
import type { Actor } from '../../platform/auth.ts';
import { notFound } from '../../platform/problem.ts';
import { chargeEntryId, ledgerEntries } from './ledger.model.ts';
import { payments, type PaymentRecord } from './payment.model.ts';

export type { PaymentRecord };

/** Records a payment; false when its id is taken. */
export function insertPayment(payment: PaymentRecord): Promise<boolean> {
  return insertOnce(payments(), payment);
}

/** The payment of an id, if it was recorded. */
export const findPayment = (paymentId: string) => payments().findOne({ _id: paymentId });

/** Those of some payments that were recorded. */
export function findPayments(paymentIds: readonly string[]): Promise<PaymentRecord[]> {
  return payments()
    .find({ _id: { $in: [...paymentIds] } })
    .toArray();
}

/** The ids of all payments, in order. */
export const paymentIds = () =>
  payments()
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 });

export type PaidPayment = { payment: PaymentRecord; paidDt: Date };

/** A payment with the card that paid it, and when the money moved; undefined while, or when, it did not. */
export async function asPaid(payment: PaymentRecord): Promise<PaidPayment | undefined> {
  const entry = await ledgerEntries().findOne(
    { _id: chargeEntryId(payment._id) },
    { projection: { entryDt: 1, card: 1 } },
  );
  return entry
    ? { payment: { ...payment, card: entry.card ?? payment.card }, paidDt: entry.entryDt }
    : undefined;
}

/** A payment that was paid and when, for whoever paid it. Throws 404 for everybody else and until it is paid. */
export async function findPaidPayment(paymentId: string, actor: Actor): Promise<PaidPayment> {
  const payment = await findPayment(paymentId);
  const isTheirs = payment && (payment.userId === actor.userId || payment.memberId === actor.memberId);
  const paid = isTheirs ? await asPaid(payment) : undefined;
  if (!paid) throw notFound('There is no receipt at this address.');
  return paid;
}
