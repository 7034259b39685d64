import type { Month } from '@kinfold/domain/month';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { money, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel } from '../../../platform/model.ts';
import { ledgerEntries } from './ledger.model.ts';

/** The amount that an organization received in a month, from the ledger; `_id` is its number, a colon and the month. */
const OrganizationMonthModel = defineModel('organization_months', {
  _id: text(),
  organizationNumber: text(),
  month: text<Month>(),
  collected: money(),
});

/** The amounts booked for an organization between two instants, in cents, entry by entry. */
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

/** Writes the amount that an organization received in a month. */
export async function writeMonth(organizationNumber: string, month: Month, collected: Cents): Promise<void> {
  await collectionOf(OrganizationMonthModel).updateOne(
    { _id: `${organizationNumber}:${month}` },
    { $set: { organizationNumber, month, collected } },
    { upsert: true },
  );
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
