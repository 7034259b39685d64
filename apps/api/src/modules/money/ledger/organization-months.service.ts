/**
 * The monthly receipts of organizations, stored so that the staff home need not add up payments. After its projections,
 * each booking marks its month as stale; the worker adds the month up again from the ledger, so that repeating any of it
 * changes nothing.
 */
import { boundsOf, monthOf, type Month } from '@kinfold/domain/month';
import { dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Problems, Site } from '../../../platform/verification.ts';
import { isStale, type Projection } from '../../../work/projections.ts';
import { organizationNumbers } from '../../organizations/organizations/organization.service.ts';
import { bookedFor, findMonths, writeMonth } from './organization-month.model.ts';

export { findMonths } from './organization-month.model.ts';

/** The months of organizations; a key is an organization's number, for all of its months, or the number with a colon and one month. */
export const months: Projection = {
  name: 'months',
  everyMs: 10_000,
  marked: {
    kinds: ['month'],
    keysOf: async (marks, { timeZone }) =>
      marks.flatMap(({ of, at }) => (at ? `${of}:${monthOf(at, timeZone)}` : [])),
  },
  write: writeMonths,
  keys: organizationNumbers,
  problemsOf: monthProblems,
  repair: writeMonths,
};

async function writeMonths(keys: readonly string[], { timeZone }: Site): Promise<void> {
  for (const key of keys)
    for (const { organizationNumber, month, counted } of await wrongMonths(key, timeZone))
      await writeMonth(organizationNumber, month, counted);
}

async function monthProblems(numbers: readonly string[], { timeZone }: Site): Promise<Problems> {
  const found: Problems = new Map();
  for (const number of numbers) {
    const wrong = await wrongMonths(number, timeZone);
    if (!wrong.length || (await isStale([number], ['month']))) continue;
    const differences = wrong.map(
      ({ month, kept, counted }) =>
        `${dollarsFromCents(kept)} received in ${month} and not ${dollarsFromCents(counted)}`,
    );
    found.set(number, `Organization ${number} says ${differences.join(', ')}.`);
  }
  return found;
}

const EVER = { from: new Date(0), to: new Date('9999-12-31T00:00:00Z') };

/** The months of a key whose stored amounts differ from the ledger; in cents. */
async function wrongMonths(key: string, timeZone: string) {
  const [organizationNumber = '', only] = key.split(':') as [string?, Month?];
  const counted = new Map<Month, Cents>();
  const bounds = only ? boundsOf(only, timeZone) : EVER;
  for await (const { entryDt, amount } of bookedFor(organizationNumber, bounds)) {
    const month = monthOf(entryDt, timeZone);
    counted.set(month, sumCents([counted.get(month) ?? ZERO, amount]));
  }
  const rows = await findMonths([organizationNumber], only && [only]);
  const kept = new Map(rows.map(({ month, collected }) => [month, collected]));
  return [...new Set([...counted.keys(), ...kept.keys()])]
    .map((month) => ({
      organizationNumber,
      month,
      kept: kept.get(month) ?? ZERO,
      counted: counted.get(month) ?? ZERO,
    }))
    .filter((one) => one.kept !== one.counted);
}
