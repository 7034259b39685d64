import type { Month } from '@kinfold/domain/month';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { insertOnce } from '../../../platform/database.ts';
import { newId, toRecord } from '../../../platform/documents.ts';
import { date, money, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';
import { ledgerEntries } from './ledger.model.ts';

/** What an organization received in a month, counted from the ledger; `_id` is its number, a colon and the month. */
const OrganizationMonthModel = defineModel('organization_months', {
  _id: text(),
  organizationNumber: text(),
  month: text<Month>(),
  collected: money(),
});

/** That a month of an organization is to be counted again: something was booked there at this instant. */
const StaleMonthModel = defineModel('stale_months', {
  _id: text(),
  organizationNumber: text(),
  entryDt: date(),
});
export type StaleMonth = RecordIn<typeof StaleMonthModel>;

/** Notes at which instants something was booked for which organizations. */
export async function insertStaleMonths(booked: readonly Omit<StaleMonth, '_id'>[]): Promise<void> {
  await insertRecords(
    StaleMonthModel,
    booked.map((one) => ({ _id: newId(), ...one })),
  );
}

/** Some of the notes. */
export async function readStaleMonths(limit: number): Promise<StaleMonth[]> {
  return toRecord(await StaleMonthModel.find().sort({ _id: 1 }).limit(limit).lean());
}

/** Takes away notes whose months are counted. */
export async function eraseStaleMonths(ids: readonly string[]): Promise<void> {
  await StaleMonthModel.deleteMany({ _id: { $in: ids } });
}

/** Whether something of an organization is to be counted again. */
export async function hasStaleMonth(organizationNumber: string): Promise<boolean> {
  return (await StaleMonthModel.findOne({ organizationNumber }, { _id: 1 }).lean()) !== null;
}

/** What was booked for an organization between two instants, in cents, entry by entry. */
export async function* bookedFor(
  organizationNumber: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<{ entryDt: Date; amount: Cents }> {
  const found = ledgerEntries().find(
    { 'postings.organizationNumber': organizationNumber, entryDt: { $gte: from, $lt: to } },
    { projection: { entryDt: 1, postings: 1 } },
  );
  for await (const { entryDt, postings } of found)
    for (const posting of postings)
      // A credit is negative.
      if (posting.organizationNumber === organizationNumber)
        yield { entryDt, amount: (ZERO - posting.amount) as Cents };
}

/** Writes what an organization received in a month. */
export async function writeMonth(organizationNumber: string, month: Month, collected: Cents): Promise<void> {
  const months = collectionOf(OrganizationMonthModel);
  const _id = `${organizationNumber}:${month}`;
  if (await insertOnce(months, { _id, organizationNumber, month, collected })) return;
  await months.updateOne({ _id }, { $set: { collected } });
}

/** What some organizations received in some months, in cents; months without payments have no row. */
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
