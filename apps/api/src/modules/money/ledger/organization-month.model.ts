import type { Month } from '@kinfold/domain/month';
import type { Cents } from '@kinfold/domain/money';
import type { Listed } from '@kinfold/domain/listed-payment';
import type { PaymentMethod } from '@kinfold/domain/month-figures';
import { documentIds, type Session } from '../../../platform/database.ts';
import { date, int, list, money, object, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';

const figuresField = object({
  card: money(),
  cash: money(),
  check: money(),
  zelle: money(),
  other: money(),
  refunds: money(),
  disputes: money(),
  waived: money(),
  creditGiven: money(),
  creditUsed: money(),
  creditPaidBack: money(),
  paidOut: money(),
  depositedCard: money(),
  depositedCash: money(),
  fees: money(),
  surcharges: money(),
  runs: list(object({ run: text(), amount: money() })),
});

/**
 * What was booked for an organization in a month, from the ledger and the deposits; `_id` is its number, a colon and the
 * month. `late` is what was booked after the month was closed, of `lateIds`: another month counts it.
 */
const OrganizationMonthModel = defineModel('organization_months', {
  _id: text(),
  organizationNumber: text(),
  month: text<Month>(),
  /** Received less what went back, whatever is closed. */
  collected: money(),
  figures: figuresField,
  late: figuresField,
  lateIds: list(text()),
  /** What the list of payments counts of this month, whatever is closed; an organization's part. */
  listed: list(
    object({
      method: text<PaymentMethod>(),
      unless: list(text()),
      count: int(),
      received: money(),
      wentBack: money(),
      fees: money(),
    }),
  ),
});
export type MonthRecord = Omit<DocumentOf<typeof OrganizationMonthModel>, '_id'>;

/**
 * The close of a month, never changed: `_id` is the organization's number, a colon and the month. `bookedIds` are the
 * ledger entries and deposits that it counts, also those booked late for earlier months.
 */
const MonthClosingModel = defineModel('month_closings', {
  _id: text(),
  organizationNumber: text(),
  month: text<Month>(),
  figures: figuresField,
  bookedIds: list(text()),
  /** What was reported, as JSON: it is shown again as it was. Of deposits, which name people, it has the ids. */
  report: text(),
  closed: object({ by: text(), at: date() }),
});
export type MonthClosing = DocumentOf<typeof MonthClosingModel>;

const closings = () => collectionOf(MonthClosingModel);

/** Stores the close of a month. Throws a duplicate key error when it is closed already. */
export async function insertClosing(closing: MonthClosing, session: Session): Promise<void> {
  await closings().insertOne(closing, { session });
}

/** The close of a month of an organization. */
export async function readClosing(
  organizationNumber: string,
  month: Month,
): Promise<MonthClosing | undefined> {
  return (await closings().findOne({ _id: `${organizationNumber}:${month}` })) ?? undefined;
}

/** The closes of an organization's months from one on, without what they reported. */
export const readClosings = (organizationNumber: string, from: Month): Promise<MonthClosing[]> =>
  closings()
    .find({ organizationNumber, month: { $gte: from } })
    .sort({ month: 1 })
    .toArray();

/** Which months of an organization are closed, by whom and when, with their figures. */
export const readClosedMonths = (
  organizationNumber: string,
): Promise<Pick<MonthClosing, 'month' | 'closed' | 'figures'>[]> =>
  closings()
    .find({ organizationNumber }, { projection: { _id: 0, month: 1, closed: 1, figures: 1 } })
    .sort({ month: 1 })
    .toArray();

/** The ids of all closes, in order. */
export const closingIds = () => documentIds('month_closings');

/** Some closes. */
export const readClosingsById = (ids: readonly string[]): Promise<MonthClosing[]> =>
  closings()
    .find({ _id: { $in: [...ids] } })
    .toArray();

export type Booked = Pick<LedgerEntry, '_id' | 'kind' | 'entryDt' | 'postings' | 'donationIds'>;

/** A cursor over the entries booked for an organization between two instants, oldest first. */
export const bookedFor = (organizationNumber: string, { from, to }: { from: Date; to: Date }) =>
  ledgerEntries()
    .find(
      { 'postings.organizationNumber': organizationNumber, entryDt: { $gte: from, $lt: to } },
      { projection: { kind: 1, entryDt: 1, postings: 1, donationIds: 1 } },
    )
    .sort({ entryDt: 1, _id: 1 });

/** Writes a month of an organization. */
export async function writeMonth(record: MonthRecord): Promise<void> {
  await collectionOf(OrganizationMonthModel).updateOne(
    { _id: `${record.organizationNumber}:${record.month}` },
    { $set: record },
    { upsert: true },
  );
}

/** All months of an organization in which anything was booked, oldest first. */
export const readMonths = (organizationNumber: string, only?: Month): Promise<MonthRecord[]> =>
  collectionOf(OrganizationMonthModel)
    .find({ organizationNumber, ...(only && { month: only }) }, { projection: { _id: 0 } })
    .sort({ month: 1 })
    .toArray();

/** The months of some organizations from before `listed` was kept. */
export const readOldMonths = (
  organizationNumbers: readonly string[],
): Promise<Pick<MonthRecord, 'organizationNumber' | 'month'>[]> =>
  collectionOf(OrganizationMonthModel)
    .find(
      { organizationNumber: { $in: [...organizationNumbers] }, listed: { $exists: false } },
      { projection: { _id: 0, organizationNumber: 1, month: 1 } },
    )
    .toArray();

/**
 * What the list of payments of some organizations counts of the months from one to before another, added up by the
 * database, without some months by their `_id`; undefined where one is from before this was kept.
 */
export async function sumListedMonths(
  organizationNumbers: readonly string[],
  { from, before }: { from?: Month | undefined; before?: Month | undefined },
  without: readonly string[],
): Promise<Listed[] | undefined> {
  const month = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
  const sums = await collectionOf(OrganizationMonthModel)
    .aggregate<Omit<Listed, 'method' | 'unless'> & { _id: Pick<Listed, 'method' | 'unless'> | 'older' }>([
      { $match: { organizationNumber: { $in: [...organizationNumbers] } } },
      { $match: { _id: { $nin: [...without] }, ...((from || before) && { month }) } },
      { $project: { listed: { $ifNull: ['$listed', ['older']] } } },
      { $unwind: '$listed' },
      {
        $group: {
          _id: {
            $cond: [
              { $eq: ['$listed', 'older'] },
              'older',
              { method: '$listed.method', unless: '$listed.unless' },
            ],
          },
          count: { $sum: '$listed.count' },
          received: { $sum: '$listed.received' },
          wentBack: { $sum: '$listed.wentBack' },
          fees: { $sum: '$listed.fees' },
        },
      },
    ])
    .toArray();
  const found: Listed[] = [];
  for (const { _id, ...sum } of sums) {
    if (_id === 'older') return undefined;
    found.push({ ..._id, ...sum });
  }
  return found;
}

/** The amounts that some organizations received in some months, in cents; months without payments have no row. */
export async function findMonths(
  organizationNumbers: readonly string[],
  months?: readonly Month[],
): Promise<{ organizationNumber: string; month: Month; collected: Cents }[]> {
  if (!organizationNumbers.length) return [];
  const filter = {
    organizationNumber: { $in: organizationNumbers },
    ...(months && { month: { $in: months } }),
  };
  return OrganizationMonthModel.find(filter, {
    _id: 0,
    organizationNumber: 1,
    month: 1,
    collected: 1,
  }).lean();
}
