/**
 * What was booked for organizations in each month, stored so that no page adds up payments. After its projections, each
 * booking marks its month as stale; the worker adds the month up again from the ledger and the deposits, so that repeating
 * any of it changes nothing. A closed month counts what its close names; what came later is kept beside it, and another
 * month counts it (rules.md "The month").
 */
import { isDeepStrictEqual } from 'node:util';
import type { CalendarDate } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { listedBy, sumListed, type Listed } from '@kinfold/domain/listed-payment';
import { addMonths, boundsOf, monthOf, type Month } from '@kinfold/domain/month';
import {
  collectedIn,
  depositFigures,
  entryFigures,
  NO_FIGURES,
  sumFigures,
  type MonthFigures,
} from '@kinfold/domain/month-figures';
import { dollarsFromCents, ZERO } from '@kinfold/domain/money';
import { msUntil } from '../../../platform/database.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import type { Check, Problems, Site } from '../../../platform/verification.ts';
import { isStale, marksOf, markStale, type Projection } from '../../../work/projections.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { organizationNumbers } from '../../organizations/organizations/organization.service.ts';
import { depositsBetween, readDeposits, type DepositRecord } from './deposit.model.ts';
import {
  chargeEntryId,
  entriesBackOf,
  findEntries,
  paymentIdOfCharge,
  type LedgerEntry,
} from './ledger.service.ts';
import {
  bookedFor,
  closingIds,
  readClosings,
  readClosingsById,
  readMonths,
  readOldMonths,
  sumListedMonths,
  writeMonth,
  type Booked,
  type MonthRecord,
} from './organization-month.model.ts';

export {
  bookedFor,
  findMonths,
  insertClosing,
  readClosedMonths,
  readClosing,
} from './organization-month.model.ts';
export type { Booked, MonthRecord };
export type { MonthClosing } from './organization-month.model.ts';

/** The months of organizations; a key is an organization's number, for all of its months, or the number with a colon and one month. */
export const months: Projection = {
  name: 'months',
  everyMs: 10_000,
  marked: {
    kinds: ['month'],
    keysOf: async (marks, { timeZone }) => keysOf(marks, timeZone),
  },
  write: writeMonths,
  keys: organizationNumbers,
  problemsOf: monthProblems,
  repair: writeMonths,
};

const keysOf = (marks: readonly { of: string; at: Date | null }[], timeZone: string) =>
  marks.flatMap(({ of, at }) => (at ? [`${of}:${monthOf(at, timeZone)}`] : []));

async function writeMonths(keys: readonly string[], { timeZone }: Pick<Site, 'timeZone'>): Promise<void> {
  for (const key of new Set(keys))
    for (const { counted } of await wrongMonths(key, timeZone)) await writeMonth(counted);
}

async function monthProblems(numbers: readonly string[], { timeZone }: Site): Promise<Problems> {
  const found: Problems = new Map();
  for (const number of numbers) {
    const wrong = await wrongMonths(number, timeZone);
    if (!wrong.length || (await isStale([number], ['month']))) continue;
    const differences = wrong.map(({ kept, counted: { month, collected } }) =>
      kept?.collected === collected
        ? `other figures of ${month} than the ledger`
        : `${dollarsFromCents(kept?.collected ?? ZERO)} received in ${month} and not ${dollarsFromCents(collected)}`,
    );
    found.set(number, `Organization ${number} says ${differences.join(', ')}.`);
  }
  return found;
}

/** All months of an organization, oldest first; those that the worker has not written yet are added up here. */
export async function currentMonths(organizationNumber: string, timeZone: string): Promise<MonthRecord[]> {
  // The marks first: what the worker deletes meanwhile is written by then.
  const marked = keysOf(await marksOf([organizationNumber], ['month']), timeZone);
  const rows = new Map((await readMonths(organizationNumber)).map((row) => [row.month, row]));
  const isOld = [...rows.values()].some((row) => !('listed' in row));
  if (isOld) await markOld([organizationNumber], timeZone);
  for (const key of new Set(isOld ? [organizationNumber] : marked))
    for (const { counted } of await wrongMonths(key, timeZone)) rows.set(counted.month, counted);
  return [...rows.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1));
}

/** Has the worker write the months again that are from before all of their figures were kept. */
async function markOld(organizationNumbers: readonly string[], timeZone: string): Promise<void> {
  const old = await readOldMonths(organizationNumbers);
  const markOf = ({ organizationNumber, month }: (typeof old)[number]) => ({
    of: organizationNumber,
    at: boundsOf(month, timeZone).from,
  });
  await markStale({ month: old.map(markOf) });
}

/** How an answer counts: days in a time zone, until an instant of `performance.now()`. */
export type Within = { timeZone: string; until: number };

/**
 * What the list of payments of some organizations counts of the months from one to before another; undefined where that
 * is not kept yet. Throws what is too slow for a database, when the instant has come.
 */
export async function listedInMonths(
  organizationNumbers: readonly string[],
  range: { from?: Month | undefined; before?: Month | undefined },
  within: Within,
): Promise<Listed[] | undefined> {
  const { timeZone } = within;
  const marks = keysOf(await marksOf(organizationNumbers, ['month']), timeZone);
  const isWithin = (month: string) =>
    (!range.from || month >= range.from) && (!range.before || month < range.before);
  const marked = [...new Set(marks)].filter((key) => isWithin(key.slice(key.indexOf(':') + 1)));
  const kept = await sumListedMonths(organizationNumbers, range, marked);
  if (!kept) {
    await markOld(organizationNumbers, timeZone);
    return undefined;
  }
  for (const key of marked) kept.push(...(await countListed(key, within)));
  return kept;
}

/** What the list of payments counts of one month of an organization, by the ledger. */
function countListed(key: string, { timeZone, until }: Within): Promise<Listed[]> {
  const [organizationNumber, month] = key.split(':') as [string, Month];
  const booked = bookedFor(organizationNumber, boundsOf(month, timeZone));
  return addUpListed(booked, (number) => number === organizationNumber, until);
}

/**
 * What the list of payments of some organizations counts of entries that are read until an instant. Throws what is too slow
 * for a database, when it has come.
 */
export async function addUpListed(
  cursor: { maxTimeMS(ms: number): AsyncIterable<Pick<LedgerEntry, '_id' | 'kind' | 'postings'>> },
  isOwn: (organizationNumber: string) => boolean,
  until: number,
): Promise<Listed[]> {
  let found: Listed[] = [];
  for await (const entries of batchesOf(cursor.maxTimeMS(msUntil(until)), BATCH)) {
    msUntil(until);
    const back = await backOf(entries);
    const parts = entries.flatMap((entry) => {
      const numbers = new Set(entry.postings.flatMap(({ organizationNumber: number }) => number ?? []));
      return [...numbers]
        .filter(isOwn)
        .flatMap((number) => listedBy(entry, number, back.get(entry._id) ?? []) ?? []);
    });
    found = sumListed([...found, ...parts]);
  }
  return found;
}

const BATCH = 500;
const EVER: { from: Month; before: Month } = { from: '2000-01', before: '9999-12' };

/** What was booked for an organization: an entry or a deposit, with its figures and the month of its day. */
type Counted = { _id: string; month: Month; figures: MonthFigures; listed?: Listed | undefined };

/** What was booked for an organization on the days of some months. */
async function* countedBetween(
  organizationNumber: string,
  { from, before }: { from: Month; before: Month },
  timeZone: string,
): AsyncGenerator<Counted> {
  const bounds = { from: boundsOf(from, timeZone).from, to: boundsOf(before, timeZone).from };
  if (from === EVER.from) bounds.from = new Date(0);
  for await (const entries of batchesOf(bookedFor(organizationNumber, bounds), BATCH))
    yield* await countEntries(entries, organizationNumber, timeZone);
  const days = [`${from}-01`, `${before}-01`] as [CalendarDate, CalendarDate];
  for await (const deposit of depositsBetween(organizationNumber, ...days))
    yield countDeposit(deposit, organizationNumber);
}

async function countEntries(
  entries: readonly Booked[],
  organizationNumber: string,
  timeZone: string,
): Promise<Counted[]> {
  const [donations, back] = await Promise.all([
    findDonations([...new Set(entries.flatMap(({ donationIds }) => donationIds))]),
    backOf(entries),
  ]);
  const runs = new Map(donations.map(({ _id, campaignRunId }) => [_id, campaignRunId]));
  return entries.map((entry) => ({
    _id: entry._id,
    month: monthOf(entry.entryDt, timeZone),
    figures: entryFigures(entry, organizationNumber, (donationId) => runs.get(donationId) ?? ''),
    listed: listedBy(entry, organizationNumber, back.get(entry._id) ?? []),
  }));
}

/** The refunds and disputes of card payments, by the `_id` of the payment's entry. */
export async function backOf(entries: readonly { _id: string }[]): Promise<Map<string, LedgerEntry[]>> {
  const ids = entries.flatMap(({ _id }) => paymentIdOfCharge(_id) ?? []);
  const found = ids.length ? await entriesBackOf(ids).toArray() : [];
  return groupBy(found, ({ paymentId = '' }) => chargeEntryId(paymentId));
}

const countDeposit = (deposit: DepositRecord, organizationNumber: string): Counted => ({
  _id: deposit._id,
  month: deposit.arrivalDt.slice(0, 7) as Month,
  figures: depositFigures(deposit, organizationNumber),
});

/** Adds up some figures without keeping them all. */
class Sum {
  #sum: MonthFigures = NO_FIGURES;
  readonly #waiting: MonthFigures[] = [];
  add(figures: MonthFigures): void {
    this.#waiting.push(figures);
    if (this.#waiting.length >= BATCH) this.total();
  }
  total(): MonthFigures {
    this.#sum = sumFigures([this.#sum, ...this.#waiting.splice(0)]);
    return this.#sum;
  }
}

/** The months of a key whose stored figures differ from the ledger. */
async function wrongMonths(key: string, timeZone: string) {
  const [organizationNumber = '', only] = key.split(':') as [string?, Month?];
  const range = only ? { from: only, before: addMonths(only, 1) } : EVER;
  const closings = await readClosings(organizationNumber, range.from);
  const closed = new Set(closings.map(({ month }) => month));
  const inClosings = new Set(closings.flatMap(({ bookedIds }) => bookedIds));
  const sums = new Map<Month, { figures: Sum; late: Sum; lateIds: string[]; listed: Listed[] }>();
  for await (const { _id, month, figures, listed } of countedBetween(organizationNumber, range, timeZone)) {
    const sum = sums.get(month) ?? { figures: new Sum(), late: new Sum(), lateIds: [], listed: [] };
    sums.set(month, sum);
    if (listed) sum.listed = sumListed([...sum.listed, listed]);
    const isLate = closed.has(month) && !inClosings.has(_id);
    (isLate ? sum.late : sum.figures).add(figures);
    if (isLate) sum.lateIds.push(_id);
  }
  const rows = new Map((await readMonths(organizationNumber, only)).map((row) => [row.month, row]));
  return [...new Set([...sums.keys(), ...rows.keys()])].flatMap((month) => {
    const sum = sums.get(month);
    const [figures, late] = [sum?.figures.total() ?? NO_FIGURES, sum?.late.total() ?? NO_FIGURES];
    const counted: MonthRecord = {
      organizationNumber,
      month,
      collected: collectedIn(sumFigures([figures, late])),
      figures,
      late,
      lateIds: sum?.lateIds.toSorted() ?? [],
      listed: sum?.listed ?? [],
    };
    const kept = rows.get(month);
    return isDeepStrictEqual(kept, counted) ? [] : [{ kept, counted }];
  });
}

/** What a month of an organization counts by its own days, read from the ledger: its figures, and the ids of what was booked. */
export async function countMonth(
  organizationNumber: string,
  month: Month,
  timeZone: string,
): Promise<{ figures: MonthFigures; ids: string[] }> {
  const sum = new Sum();
  const ids: string[] = [];
  const range = { from: month, before: addMonths(month, 1) };
  for await (const { _id, figures } of countedBetween(organizationNumber, range, timeZone)) {
    sum.add(figures);
    ids.push(_id);
  }
  return { figures: sum.total(), ids };
}

/** Every closed month reports what the entries and deposits that it names come to. */
export const closingsAgree: Check = {
  counted: 'closed months',
  keys: closingIds,
  async problemsOf(ids, { timeZone }) {
    const found: Problems = new Map();
    for (const { _id, organizationNumber, month, figures, bookedIds } of await readClosingsById(ids)) {
      const entries = await countEntries(await findEntries(bookedIds), organizationNumber, timeZone);
      const deposits = await readDeposits(bookedIds);
      const all = [...entries, ...deposits.map((deposit) => countDeposit(deposit, organizationNumber))];
      const isSame = isDeepStrictEqual(sumFigures(all.map((one) => one.figures)), figures);
      if (isSame && all.length === bookedIds.length) continue;
      found.set(
        _id,
        `The closed month ${month} of organization ${organizationNumber} differs from the ledger.`,
      );
    }
    return found;
  },
};

/** The first month after one that is not closed: it counts what comes late for the closed one. */
export function openMonthAfter(month: Month, closed: ReadonlySet<string>): Month {
  let next = addMonths(month, 1);
  while (closed.has(next)) next = addMonths(next, 1);
  return next;
}
