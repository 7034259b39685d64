/** Payments as requested: recorded once and never changed (payments.md "Records"). */
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { documentIds, insertOnce, type Session } from '../../../platform/database.ts';
import type { Actor } from '../../../platform/auth.ts';
import { notFound } from '../../../platform/problem.ts';
import { chargeEntryId, ledgerEntries } from './ledger.model.ts';
import { payments, type PaymentRecord } from './payment.model.ts';

export type { PaymentRecord };

/** Whose tries with cards a payment counts as: the member's who pays, or the sign-in's. */
export const payerKey = ({ memberId, userId }: Pick<PaymentRecord, 'memberId' | 'userId'>): string =>
  memberId ?? userId;

/** The member whose credit money of a payment becomes: who paid, or whose dues were paid where that is no member. */
export const creditMemberOf = ({ memberId, payeeMemberId }: PaymentRecord): string =>
  memberId ?? payeeMemberId;

/** Whether an actor made a payment. */
export const isPayerOf = (
  { userId, memberId }: Pick<PaymentRecord, 'memberId' | 'userId'>,
  actor: Pick<Actor, 'userId' | 'memberId'>,
): boolean => userId === actor.userId || (memberId !== null && memberId === actor.memberId);

/** The grant of the policy for a payment. */
export type PaymentGrant = { payment: PaymentRecord };

/** Inserts a payment; returns false when its id exists. */
export function insertPayment(payment: PaymentRecord): Promise<boolean> {
  return insertOnce(payments(), payment);
}

/** The payment with this id; null when there is none. */
export const findPayment = (paymentId: string) => payments().findOne({ _id: paymentId });

/** The payments with these ids. */
export function findPayments(paymentIds: readonly string[]): Promise<PaymentRecord[]> {
  return payments()
    .find({ _id: { $in: [...paymentIds] } })
    .toArray();
}

/**
 * Removes the address of a deleted user from payments that they made without a member; those of a member are erased with
 * the member (docs/decisions/045).
 */
export async function forgetPayer(userId: string, session: Session): Promise<void> {
  const made = payments().find({ userId, memberId: null }, { projection: { _id: 1 }, session });
  const ids = (await made.toArray()).map(({ _id }) => _id);
  if (!ids.length) return;
  const entryIds = ids.map(chargeEntryId);
  const recordedBy = { $set: { recordedBy: ERASED_PERSON } };
  await ledgerEntries().updateMany({ _id: { $in: entryIds } }, recordedBy, { session });
  await payments().updateMany({ _id: { $in: ids } }, { $set: { email: ERASED_PERSON } }, { session });
}

/** The number of payments that a member made, paid or not. */
export const countPaymentsOf = (memberId: string) => payments().countDocuments({ memberId });

/** The ids of all payments, in order. */
export const paymentIds = () => documentIds('payments');

/** A paid payment with the card that paid, and when. */
export type PaidPayment = { payment: PaymentRecord; paidDt: Date };

/** The payment with the card that paid, which may differ from the requested one. */
export function withCard(payment: PaymentRecord, card: PaymentRecord['card'] | undefined): PaymentRecord {
  return !card || card.id === payment.card.id ? payment : { ...payment, card, isKnownCard: false };
}

/** The payment with the data of its ledger entry; undefined while it has none. */
export async function asPaid(payment: PaymentRecord): Promise<PaidPayment | undefined> {
  const entry = await ledgerEntries().findOne(
    { _id: chargeEntryId(payment._id) },
    { projection: { entryDt: 1, card: 1 } },
  );
  return entry ? { payment: withCard(payment, entry.card), paidDt: entry.entryDt } : undefined;
}

/** A paid payment, for the user or member who paid it. Throws 404 for others and until it is paid. */
export async function findPaidPayment(paymentId: string, actor: Actor): Promise<PaidPayment> {
  const payment = await findPayment(paymentId);
  const paid = payment && isPayerOf(payment, actor) ? await asPaid(payment) : undefined;
  if (!paid) throw notFound('There is no receipt at this address.');
  return paid;
}
