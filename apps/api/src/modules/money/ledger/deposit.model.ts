/** Deposits: what reached a bank account, each recorded once and never changed (docs/decisions/050). */
import type { CalendarDate } from '@kinfold/domain/dates';
import type { DepositItemType } from '@kinfold/domain/deposit';
import { documentIds, type Session } from '../../../platform/database.ts';
import { date, list, money, object, orNull, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/**
 * A deposit. `_id` is the provider's id of a payout, the same with `:failed` where the bank sent it back, or the UUID
 * that a client made for what was taken to the bank, the same with `:returned:` and a payment that was taken back since.
 */
const DepositModel = defineModel('deposits', {
  _id: text(),
  type: text<'payout' | 'cash'>(),
  /** The connected account of a payout; null for the deployment's own, and for cash. */
  account: orNull(text()),
  /** The organizations whose money it holds; empty where that is not known. */
  organizationNumbers: list(text()),
  arrivalDt: text<CalendarDate>(),
  amount: money(),
  currency: text(),
  /** They sum to the amount; `amount` is after `fee`. `parts` are what belongs to organizations. */
  items: list(
    object({
      type: text<Exclude<DepositItemType, 'organizations'>>(),
      amount: money(),
      fee: money(),
      paymentId: orNull(text()),
      batchId: orNull(text()),
      parts: list(object({ organizationNumber: text(), dues: money(), surcharge: money(), fee: money() })),
    }),
  ),
  /** The user who took it to the bank, and `madeAt` the organization; null for a payout. */
  recordedBy: orNull(text()),
  madeAt: orNull(text()),
  createdDt: date(),
});
export type DepositRecord = DocumentOf<typeof DepositModel>;

const deposits = () => collectionOf(DepositModel);

/** Stores a deposit. Throws a duplicate key error when it exists. */
export async function insertDeposit(deposit: DepositRecord, session: Session): Promise<void> {
  await deposits().insertOne(deposit, { session });
}

/** A deposit by its id. */
export async function readDeposit(_id: string): Promise<DepositRecord | undefined> {
  return (await deposits().findOne({ _id })) ?? undefined;
}

/** Returns those ids of which there is a deposit. */
export async function readDepositIds(ids: readonly string[]): Promise<Set<string>> {
  const found = deposits().find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
  return new Set((await found.toArray()).map(({ _id }) => _id));
}

const withMoneyOf = (numbers: readonly string[] | undefined) =>
  numbers ? { organizationNumbers: { $in: [...numbers] } } : {};

/** A page of the deposits with money of some organizations, undefined for all; the newest first. */
export const readDepositPage = (
  numbers: readonly string[] | undefined,
  { skip, limit }: Range,
): Promise<DepositRecord[]> =>
  deposits().find(withMoneyOf(numbers)).sort({ arrivalDt: -1, _id: -1 }).skip(skip).limit(limit).toArray();

/** How many deposits have money of some organizations. */
export const countDeposits = (numbers: readonly string[] | undefined) =>
  deposits().countDocuments(withMoneyOf(numbers));

/** A cursor over the deposits with money of an organization that arrived from one day to before another. */
export const depositsBetween = (organizationNumber: string, from: CalendarDate, before: CalendarDate) =>
  deposits().find({ organizationNumbers: organizationNumber, arrivalDt: { $gte: from, $lt: before } });

/** Some deposits, the oldest first. */
export const readDeposits = (ids: readonly string[]): Promise<DepositRecord[]> =>
  deposits()
    .find({ _id: { $in: [...ids] } })
    .sort({ arrivalDt: 1, _id: 1 })
    .toArray();

/** The ids of all deposits, in order. */
export const depositIds = () => documentIds('deposits');
