/** Payments without a card as they were entered; the ledger has what was booked (`cash:{_id}`), in the same transaction. */
import type { OfficeMethod } from '@kinfold/domain/office-payment';
import type { Session } from '../../../platform/database.ts';
import { date, flag, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** `_id` is the `entryId` that the client made, a UUID. */
const OfficePaymentModel = defineModel('office_payments', {
  _id: text(),
  /** Tells another request with the same `_id` from this one. */
  requestHash: text(),
  /** The batch that it was entered in; null for one by itself. */
  batchId: orNull(text()),
  /** The member who paid; null while the payer is unknown. */
  memberId: orNull(text()),
  /** What an envelope says of an unknown payer. */
  payerName: orNull(text()),
  organizationNumber: text(),
  amount: money(),
  method: text<OfficeMethod>(),
  checkNumber: orNull(text()),
  note: orNull(text()),
  /** The dues that were asked for; null for the oldest first. */
  lines: orNull(list(object({ donationId: text(), amount: money() }))),
  paidDt: date(),
  recordedBy: text(),
  createdDt: date(),
  /** Its receipt was put among the mails; others are printed. */
  isReceiptMailed: optional(flag<true>()),
  /** The deposit with it, for cash and checks without a batch. */
  depositId: orNull(text()),
  /** Taken back: its entries in the ledger are reversed. */
  removed: optional(object({ by: text(), at: date(), reason: orNull(text()) })),
});
export type OfficePaymentRecord = DocumentOf<typeof OfficePaymentModel>;

const officePayments = () => collectionOf(OfficePaymentModel);

/** Stores a payment as it was entered. Throws a duplicate key error when its id exists. */
export async function insertOfficePayment(payment: OfficePaymentRecord, session: Session): Promise<void> {
  await officePayments().insertOne(payment, { session });
}

/** A payment by its id. */
export async function readOfficePayment(_id: string): Promise<OfficePaymentRecord | undefined> {
  return (await officePayments().findOne({ _id })) ?? undefined;
}

/** The number of payments without a card from a member. */
export const countOfficePaymentsOf = (memberId: string) => officePayments().countDocuments({ memberId });

/** The payments of a batch, the newest first. */
export const readPaymentsOfBatch = (batchId: string, session?: Session): Promise<OfficePaymentRecord[]> =>
  officePayments().find({ batchId }, { session }).sort({ createdDt: -1, _id: 1 }).toArray();

/** How many payments batches have, and their sum in cents, without those that were taken back. */
export async function sumBatches(
  batchIds: readonly string[],
): Promise<Map<string, { count: number; total: number }>> {
  const sums = await officePayments()
    .aggregate<{ _id: string; count: number; total: number }>([
      { $match: { batchId: { $in: [...batchIds] }, removed: { $exists: false } } },
      { $group: { _id: '$batchId', count: { $sum: 1 }, total: { $sum: '$amount' } } },
    ])
    .toArray();
  return new Map(sums.map(({ _id, ...sum }) => [_id, sum]));
}

/** Names who paid, and whether the receipt is mailed; returns false when that is known already. */
export async function setPayerOf(
  _id: string,
  payer: { memberId: string; isReceiptMailed?: true },
  session: Session,
): Promise<boolean> {
  const unknown = { _id, memberId: null, removed: { $exists: false } };
  const { modifiedCount } = await officePayments().updateOne(unknown, { $set: payer }, { session });
  return modifiedCount === 1;
}

/** Marks a payment as taken back; returns false when it is already, or somebody said meanwhile who paid it. */
export async function setRemoved(
  { _id, memberId }: Pick<OfficePaymentRecord, '_id' | 'memberId'>,
  removed: NonNullable<OfficePaymentRecord['removed']>,
  session: Session,
): Promise<boolean> {
  const there = { _id, memberId, removed: { $exists: false } };
  const { modifiedCount } = await officePayments().updateOne(there, { $set: { removed } }, { session });
  return modifiedCount === 1;
}

/** What is taken to the bank. */
export const OF_DEPOSITS: OfficeMethod[] = ['cash', 'check'];
const MOST = 200;

const isWaiting = (organizationNumber: string) => ({
  organizationNumber,
  batchId: null,
  depositId: null,
  method: { $in: OF_DEPOSITS },
  removed: { $exists: false },
});

/** The cash and checks of an organization that are in no batch and no deposit, the oldest first. */
export const readUndepositedPayments = (organizationNumber: string): Promise<OfficePaymentRecord[]> =>
  officePayments().find(isWaiting(organizationNumber)).sort({ paidDt: 1, _id: 1 }).limit(MOST).toArray();

/** Names the deposit of payments without a batch; returns how many of them were in none before. */
export async function setDepositOfPayments(
  organizationNumber: string,
  ids: readonly string[],
  depositId: string,
  session: Session,
): Promise<number> {
  if (!ids.length) return 0;
  const waiting = { _id: { $in: [...ids] }, ...isWaiting(organizationNumber) };
  return (await officePayments().updateMany(waiting, { $set: { depositId } }, { session })).modifiedCount;
}

/** The cash and checks of batches, and some payments, with those taken back after a time; the oldest first. */
export async function readDepositedPayments(
  { batchIds, paymentIds }: { batchIds: readonly string[]; paymentIds: readonly string[] },
  at: Date,
  session?: Session,
): Promise<OfficePaymentRecord[]> {
  const inBatches = { batchId: { $in: [...batchIds] } };
  const named = { _id: { $in: [...paymentIds] } };
  const found: OfficePaymentRecord[] = [];
  if (batchIds.length) found.push(...(await officePayments().find(inBatches, { session }).toArray()));
  if (paymentIds.length) found.push(...(await officePayments().find(named, { session }).toArray()));
  return found
    .filter(({ method, removed }) => OF_DEPOSITS.includes(method) && (!removed || removed.at > at))
    .toSorted((a, b) => a.createdDt.getTime() - b.createdDt.getTime() || (a._id < b._id ? -1 : 1));
}
