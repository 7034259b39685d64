/**
 * What organizations received month by month: kept, so that the staff home need not add up payments. Whoever books for an
 * organization notes it after its projections; the worker adds the month up again from the ledger, so that repeating any
 * of it changes nothing.
 */
import { boundsOf, monthOf, type Month } from '@kinfold/domain/month';
import { dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { checkAll, type Checks, type Problems } from '../../../platform/verification.ts';
import { organizationNumbers } from '../../organizations/organizations/organization.service.ts';
import {
  bookedFor,
  eraseStaleMonths,
  hasStaleMonth,
  findMonths,
  readStaleMonths,
  writeMonth,
} from './organization-month.model.ts';

export { findMonths } from './organization-month.model.ts';

const BATCH = 500;

/** Adds up again the months in which something was booked. */
export async function recountMonths(timeZone: string): Promise<void> {
  for (;;) {
    const notes = await readStaleMonths(BATCH);
    if (!notes.length) return;
    const months = new Map(
      notes.map(({ organizationNumber, entryDt }) => {
        const month = monthOf(entryDt, timeZone);
        return [`${organizationNumber}:${month}`, { organizationNumber, month }];
      }),
    );
    for (const { organizationNumber, month } of months.values()) {
      const counted = await countMonths(organizationNumber, boundsOf(month, timeZone), timeZone);
      await writeMonth(organizationNumber, month, counted.get(month) ?? ZERO);
    }
    await eraseStaleMonths(notes.map(({ _id }) => _id));
  }
}

async function countMonths(
  organizationNumber: string,
  bounds: { from: Date; to: Date },
  timeZone: string,
): Promise<Map<Month, Cents>> {
  const counted = new Map<Month, Cents>();
  for await (const { entryDt, amount } of bookedFor(organizationNumber, bounds)) {
    const month = monthOf(entryDt, timeZone);
    counted.set(month, sumCents([counted.get(month) ?? ZERO, amount]));
  }
  return counted;
}

const EVER = { from: new Date(0), to: new Date('9999-12-31T00:00:00Z') };

/** Compares what is kept of every organization's months with the ledger, for `npm run verify`; `doesRepair` writes it anew. */
export async function verifyMonths(checks: Checks, problems: string[]): Promise<number> {
  const { timeZone } = checks;
  const repair = async (numbers: readonly string[]) => {
    for (const number of numbers)
      for (const [month, { counted }] of await wrongMonths(number, timeZone))
        await writeMonth(number, month, counted);
  };
  return checkAll(
    organizationNumbers(),
    (numbers) => monthProblems(numbers, timeZone),
    checks,
    problems,
    repair,
  );
}

async function monthProblems(numbers: readonly string[], timeZone: string): Promise<Problems> {
  const found: Problems = new Map();
  for (const number of numbers) {
    const wrong = await wrongMonths(number, timeZone);
    if (!wrong.size || (await hasStaleMonth(number))) continue;
    const said = [...wrong].map(
      ([month, { kept, counted }]) =>
        `${dollarsFromCents(kept)} received in ${month} and not ${dollarsFromCents(counted)}`,
    );
    found.set(number, `Organization ${number} says ${said.join(', ')}.`);
  }
  return found;
}

async function wrongMonths(organizationNumber: string, timeZone: string) {
  const counted = await countMonths(organizationNumber, EVER, timeZone);
  const rows = await findMonths([organizationNumber]);
  const kept = new Map(rows.map(({ month, collected }) => [month, collected]));
  const wrong = new Map<Month, { kept: Cents; counted: Cents }>();
  for (const month of new Set([...counted.keys(), ...kept.keys()])) {
    const pair = { kept: kept.get(month) ?? ZERO, counted: counted.get(month) ?? ZERO };
    if (pair.kept !== pair.counted) wrong.set(month, pair);
  }
  return wrong;
}
