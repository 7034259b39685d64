import type { CalendarDate } from '@kinfold/domain/dates';
import type { Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { date, int, money, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** Payments that were received together; their entries are `office_payments` with its id. */
const BatchModel = defineModel('payment_batches', {
  _id: text(),
  organizationNumber: text(),
  name: text(),
  dt: text<CalendarDate>(),
  controlCount: int(),
  controlTotal: money(),
  state: text<'open' | 'closed'>(),
  /** Raised by every entry, so that closing and entering exclude each other. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  closed: orNull(object({ by: text(), at: date() })),
  /** The deposit with its cash and checks. */
  depositId: orNull(text()),
});
export type BatchRecord = DocumentOf<typeof BatchModel>;

const batches = () => collectionOf(BatchModel);

/** Stores a new batch. */
export async function insertBatch(batch: Omit<BatchRecord, '_id'>): Promise<BatchRecord> {
  const record = { ...batch, _id: newId() };
  await batches().insertOne(record);
  return record;
}

/** A batch by its id. */
export async function readBatch(_id: string): Promise<BatchRecord | undefined> {
  return (await batches().findOne({ _id })) ?? undefined;
}

/** A page of an organization's batches, newest first. */
export const readBatchPage = (
  organizationNumber: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<BatchRecord[]> =>
  batches().find({ organizationNumber }).sort({ createdDt: -1, _id: -1 }).skip(skip).limit(limit).toArray();

/** The number of an organization's batches. */
export const countBatches = (organizationNumber: string) => batches().countDocuments({ organizationNumber });

/** Locks an open batch in the transaction that changes its entries; returns false when it is closed. */
export async function lockOpenBatch(_id: string, session: Session): Promise<boolean> {
  const open = { _id, state: 'open' as const };
  return (await batches().updateOne(open, { $inc: { version: 1 } }, { session })).modifiedCount === 1;
}

/** Closes an open batch; returns false when it is closed already. */
export async function setClosed(
  _id: string,
  closed: NonNullable<BatchRecord['closed']>,
  session: Session,
): Promise<boolean> {
  const open = { _id, state: 'open' as const };
  const change = { $set: { state: 'closed' as const, closed }, $inc: { version: 1 } };
  return (await batches().updateOne(open, change, { session })).modifiedCount === 1;
}

/** The closed batches of an organization whose cash and checks are in no deposit, the oldest first. */
export const readUndeposited = (organizationNumber: string): Promise<BatchRecord[]> =>
  batches()
    .find({ organizationNumber, depositId: null, state: 'closed' })
    .sort({ dt: 1, _id: 1 })
    .limit(MOST)
    .toArray();

const MOST = 200;

/** How many batches of an organization up to a day are open. */
export const countOpenBatches = (organizationNumber: string, until: CalendarDate): Promise<number> =>
  batches().countDocuments({ organizationNumber, depositId: null, state: 'open', dt: { $lte: until } });

/** Names the deposit of closed batches; returns how many of them were in none before. */
export async function setDepositOfBatches(
  organizationNumber: string,
  ids: readonly string[],
  depositId: string,
  session: Session,
): Promise<number> {
  if (!ids.length) return 0;
  const waiting = { _id: { $in: [...ids] }, organizationNumber, depositId: null, state: 'closed' as const };
  const change = { $set: { depositId }, $inc: { version: 1 } };
  return (await batches().updateMany(waiting, change, { session })).modifiedCount;
}

/** Some batches by their ids. */
export const readBatches = (ids: readonly string[]): Promise<BatchRecord[]> =>
  batches()
    .find({ _id: { $in: [...ids] } })
    .toArray();

/** Locks a batch, open or closed, in the transaction that takes an entry back; returns its deposit. */
export async function lockBatch(_id: string, session: Session): Promise<string | null> {
  const batch = await batches().findOneAndUpdate({ _id }, { $inc: { version: 1 } }, { session });
  return batch?.depositId ?? null;
}
