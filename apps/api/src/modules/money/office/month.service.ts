/** The months of an organization, and closing them (rules.md "The month"). Amounts are integer cents. */
import type * as z from 'zod/v4/core';
import { calendarDateOf, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { cents, dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { addMonths, lastDayOf, monthName, monthOf, type Month } from '@kinfold/domain/month';
import {
  collectedIn,
  CREDIT_RUN,
  NO_FIGURES,
  onItsWay,
  receivedIn,
  sumFigures,
  UNKNOWN_RUN,
  type MonthFigures,
} from '@kinfold/domain/month-figures';
import {
  staysOpenText,
  type MonthDifference,
  type MonthList,
  type MonthReport,
} from '@kinfold/domain/month-report';
import { PAYMENT_METHODS } from '@kinfold/domain/organization-payment';
import { receiptNumber } from '@kinfold/domain/payment';
import { countOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { markStale } from '../../../work/projections.ts';
import { findRuns } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { OrganizationRecord } from '../../organizations/organizations/organization.service.ts';
import { depositsBetween, readDeposits, type DepositRecord } from '../ledger/deposit-record.service.ts';
import { findEntries } from '../ledger/ledger.service.ts';
import {
  insertClosing,
  readClosedMonths,
  readClosing,
  type Booked,
  type MonthClosing,
  type MonthRecord,
  countMonth,
  currentMonths,
  openMonthAfter,
} from '../ledger/organization-months.service.ts';
import { readOpenItemsOf } from '../review-items/review-item.service.ts';
import { countOpenBatches } from './batch.model.ts';
import { namesIn, presentDeposit } from './deposit.service.ts';
import { organizationChange } from './office-payment.service.ts';

type Report = z.input<typeof MonthReport>;
type Site = { now: Date; timeZone: string };

/** The closes of an organization, by month. */
const closedMonths = async (organizationNumber: string) =>
  new Map((await readClosedMonths(organizationNumber)).map((one) => [one.month, one]));

/** The months of an organization: the current one, and those in which something was booked; the newest first. */
export async function monthList(
  { organizationNumber }: OrganizationRecord,
  { now, timeZone }: Site,
): Promise<z.input<typeof MonthList>> {
  const rows = await currentMonths(organizationNumber, timeZone);
  const closed = await closedMonths(organizationNumber);
  const figures = new Map(rows.map((row) => [row.month, countedIn(row.month, rows, closed)]));
  const current = monthOf(now, timeZone);
  const names = [...new Set([current, ...figures.keys(), ...closed.keys()])].toSorted().toReversed();
  return {
    months: names.map((month) => {
      const close = closed.get(month);
      const counted = close?.figures ?? figures.get(month) ?? countedIn(month, rows, closed);
      return {
        month,
        receivedTotal: dollarsFromCents(receivedIn(counted)),
        state: close ? 'closed' : 'open',
        closed: close ? { by: close.closed.by, at: close.closed.at.toISOString() } : null,
      };
    }),
  };
}

/** The rows of closed months whose late bookings a month counts. */
const lateFor = (month: Month, rows: readonly MonthRecord[], closed: ReadonlyMap<string, unknown>) => {
  const names = new Set(closed.keys());
  return rows.filter(
    (row) =>
      names.has(row.month) &&
      row.lateIds.length > 0 &&
      !names.has(month) &&
      openMonthAfter(row.month, names) === month,
  );
};

/** The ids of what an open month of an organization counts for closed ones. */
export async function lateIdsFor(
  organizationNumber: string,
  month: Month,
  timeZone: string,
): Promise<string[]> {
  const rows = await currentMonths(organizationNumber, timeZone);
  const closed = await closedMonths(organizationNumber);
  return lateFor(month, rows, closed).flatMap(({ lateIds }) => lateIds);
}

/** What a month counts: its own days, and what came late for closed ones. */
function countedIn(
  month: Month,
  rows: readonly MonthRecord[],
  closed: ReadonlyMap<string, unknown>,
): MonthFigures {
  const own = rows.filter((row) => row.month === month).map(({ figures }) => figures);
  return sumFigures([...own, ...lateFor(month, rows, closed).map(({ late }) => late)]);
}

/** The month of an organization to the cent; of a closed one as it was closed. */
export async function monthReport(
  organization: OrganizationRecord,
  month: Month,
  site: Site,
): Promise<Report> {
  const { organizationNumber } = organization;
  const [rows, closing] = await Promise.all([
    currentMonths(organizationNumber, site.timeZone),
    readClosing(organizationNumber, month),
  ]);
  if (closing) return closedReport(closing, rows);
  const closed = await closedMonths(organizationNumber);
  return openReport(organization, month, { rows, closed }, site);
}

type Months = {
  rows: readonly MonthRecord[];
  closed: ReadonlyMap<string, unknown>;
  /** What the figures are made of, where that is known: deposits that came since are left out. */
  ids?: ReadonlySet<string>;
};

async function closedReport(
  { organizationNumber, month, report, closed }: MonthClosing,
  rows: readonly MonthRecord[],
): Promise<Report> {
  const row = rows.find((one) => one.month === month);
  const names = new Set((await readClosedMonths(organizationNumber)).map((one) => one.month));
  const stored = JSON.parse(report) as Report;
  const deposits = await readDeposits(stored.deposits.map(({ _id }) => _id));
  const named = await namesIn(deposits);
  return {
    ...stored,
    deposits: deposits.map((deposit) => presentDeposit(deposit, [organizationNumber], named)),
    state: 'closed',
    closed: { by: closed.by, at: closed.at.toISOString() },
    later: row?.lateIds.length
      ? { amount: dollarsFromCents(collectedIn(row.late)), month: openMonthAfter(month, names) }
      : null,
  };
}

async function openReport(
  organization: OrganizationRecord,
  month: Month,
  { rows, closed, ids }: Months,
  site: Site,
): Promise<Report> {
  const { organizationNumber, organizationName } = organization;
  const late = lateFor(month, rows, closed);
  const lateIds = late.flatMap((row) => row.lateIds);
  const figures = countedIn(month, rows, closed);
  const until = sumFigures(
    rows.filter((row) => row.month <= month).flatMap((row) => [row.figures, row.late]),
  );
  const way = onItsWay(until);
  const deposits = await depositsOf(organizationNumber, month, lateIds, ids);
  const names = await namesIn(deposits);
  const [differences, lateOnes, byRun] = await Promise.all([
    differencesOf(organizationNumber, month, deposits, site),
    lateLines(late, organizationNumber, site),
    runsOf(figures),
  ]);
  return {
    organizationNumber,
    organizationName,
    month,
    state: 'open',
    closed: null,
    received: PAYMENT_METHODS.map((method) => ({ method, amount: dollarsFromCents(figures[method]) })),
    receivedTotal: dollarsFromCents(receivedIn(figures)),
    byRun,
    fees: dollarsFromCents(figures.fees),
    processingFees: dollarsFromCents(figures.surcharges),
    refunds: dollarsFromCents(figures.refunds),
    disputes: dollarsFromCents(figures.disputes),
    waived: dollarsFromCents(figures.waived),
    paidOut: dollarsFromCents(figures.paidOut),
    credit: {
      given: dollarsFromCents(figures.creditGiven),
      used: dollarsFromCents(figures.creditUsed),
      paidBack: dollarsFromCents(figures.creditPaidBack),
    },
    deposits: deposits.map((deposit) => presentDeposit(deposit, [organizationNumber], names)),
    onItsWay: {
      card: dollarsFromCents(way.card),
      cash: dollarsFromCents(way.cash),
      total: dollarsFromCents(cents(way.card + way.cash)),
    },
    late: lateOnes,
    later: null,
    differences,
  };
}

/** The deposits that an open month counts: those of its days, and those that came late for closed ones; oldest first. */
async function depositsOf(
  organizationNumber: string,
  month: Month,
  lateIds: readonly string[],
  ids: ReadonlySet<string> | undefined,
): Promise<DepositRecord[]> {
  const days = [`${month}-01`, `${addMonths(month, 1)}-01`] as [CalendarDate, CalendarDate];
  const own = await depositsBetween(organizationNumber, ...days).toArray();
  const late = lateIds.length ? await readDeposits(lateIds) : [];
  return [...late, ...own.filter(({ _id }) => !ids || ids.has(_id))].toSorted((a, b) =>
    a.arrivalDt < b.arrivalDt ? -1 : 1,
  );
}

/** The differences that keep a month from being closed. */
async function differencesOf(
  organizationNumber: string,
  month: Month,
  deposits: readonly DepositRecord[],
  { timeZone }: Site,
): Promise<MonthDifference[]> {
  const end = lastDayOf(month);
  const [items, batches] = await Promise.all([
    readOpenItemsOf(organizationNumber),
    countOpenBatches(organizationNumber, end),
  ]);
  const open = items.filter(({ at }) => calendarDateOf(at, timeZone) <= end).length;
  const unexplained = deposits.filter(
    ({ amount, items: held }) => sumCents(held.map((item) => item.amount)) !== amount,
  );
  return [
    ...(open
      ? [
          {
            code: 'review_items' as const,
            text: `${countOf(open, 'report of the card provider is', 'reports of the card provider are')} to be looked at`,
            href: '/review-items',
          },
        ]
      : []),
    ...(batches
      ? [
          {
            code: 'open_batches' as const,
            text: `${countOf(batches, 'batch is', 'batches are')} open`,
            href: '/batches',
          },
        ]
      : []),
    ...unexplained.map(({ _id, arrivalDt }) => ({
      code: 'deposits' as const,
      text: `the deposit of ${showDateInWords(arrivalDt)} is not the sum of what it holds`,
      href: `/deposits/${_id}`,
    })),
  ];
}

const WHAT: Readonly<Record<string, string>> = {
  charge: 'Card payment',
  cash: 'Cash',
  check: 'Check',
  zelle: 'Zelle',
  other: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  waiver: 'Waiver',
  credit: 'Credit used',
  payback: 'Credit paid back',
  payout: 'Payout of a fund',
};

/** The name of an entry in words, with the receipt number where it has one. */
export function memoOf({ _id, kind }: Pick<Booked, '_id' | 'kind'>): string {
  const [id] = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(_id) ?? [];
  const what = _id.startsWith('reversed:') ? `${WHAT[kind] ?? 'Entry'} taken back` : (WHAT[kind] ?? 'Entry');
  return id ? `${what} ${receiptNumber(id)}` : what;
}

/** The most late bookings that are listed one by one; the figures have all of them. */
const LATE_MAX = 100;

/** What was booked late, a line each. */
async function lateLines(
  late: readonly MonthRecord[],
  organizationNumber: string,
  { timeZone }: Site,
): Promise<Report['late']> {
  const ids = late.flatMap((row) => row.lateIds).slice(0, LATE_MAX);
  if (!ids.length) return [];
  const [entries, deposits] = await Promise.all([findEntries(ids), readDeposits(ids)]);
  const line = (what: string, day: CalendarDate, amount: Cents) => ({
    text: `${what} of ${showDateInWords(day)}, for ${monthName(day)}, which is closed`,
    month: day.slice(0, 7),
    amount: dollarsFromCents(amount),
  });
  return [
    ...entries.map((entry) => {
      const { entryDt, postings } = entry;
      const own = postings.filter((posting) => posting.organizationNumber === organizationNumber);
      const amount = cents(0 - sumCents(own.map((posting) => posting.amount)));
      return line(memoOf(entry), calendarDateOf(entryDt, timeZone), amount);
    }),
    ...deposits.map(({ arrivalDt, amount }) => line('Deposit', arrivalDt, amount)),
  ];
}

const NAMED: Readonly<Record<string, string>> = {
  [CREDIT_RUN]: 'Paid ahead',
  [UNKNOWN_RUN]: 'Payers not known yet',
};

/** What was received for runs, by campaign and run. */
async function runsOf({ runs }: MonthFigures): Promise<Report['byRun']> {
  const found = await findRuns(runs.map(({ run }) => run).filter((run) => !(run in NAMED)));
  const campaigns = await findCampaigns([...new Set(found.map(({ campaignId }) => campaignId))]);
  const runById = new Map(found.map((run) => [run._id, run]));
  const campaignById = new Map(campaigns.map((campaign) => [campaign._id, campaign]));
  return runs
    .map(({ run, amount }) => {
      const known = runById.get(run);
      return {
        campaignRunId: known ? run : null,
        campaignName: known ? (campaignById.get(known.campaignId)?.campaignName ?? '') : '',
        campaignRunName: known?.name ?? NAMED[run] ?? 'Earlier dues',
        amount: dollarsFromCents(amount),
      };
    })
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const nameOf = ({ campaignName, campaignRunName }: Report['byRun'][number]) =>
  `${campaignName}\n${campaignRunName}`;

/**
 * Closes a month: its figures, and what they are made of, are stored and never change. Throws 409 with the differences in
 * words while anything is open, 409 when it is closed, 422 for a month that has not begun.
 */
export async function closeMonth(
  organization: OrganizationRecord,
  month: Month,
  { author, ...site }: Site & { author: Author },
): Promise<Report> {
  const { organizationNumber } = organization;
  const { now, timeZone } = site;
  if (month > monthOf(now, timeZone)) throw invalid([{ path: 'month', message: 'This month has not begun' }]);
  const isClosed = () => conflict('month_closed', `${monthName(month)} is closed.`);
  if (await readClosing(organizationNumber, month)) throw isClosed();
  const closed = await closedMonths(organizationNumber);
  const before = await currentMonths(organizationNumber, timeZone);
  // The figures and what they are made of come from one reading: what is booked meanwhile is late.
  const { figures: own, ids } = await countMonth(organizationNumber, month, timeZone);
  const late = lateFor(month, before, closed);
  const rows = [
    ...before.filter((row) => row.month !== month),
    { organizationNumber, month, collected: ZERO, figures: own, late: NO_FIGURES, lateIds: [], listed: [] },
  ];
  const report = await openReport(organization, month, { rows, closed, ids: new Set(ids) }, site);
  if (report.differences.length) throw conflict('open_differences', staysOpenText(month, report.differences));
  const figures = sumFigures([own, ...late.map((row) => row.late)]);
  try {
    await inTransaction(async (session) => {
      const closing: MonthClosing = {
        _id: `${organizationNumber}:${month}`,
        organizationNumber,
        month,
        figures,
        bookedIds: [...ids, ...late.flatMap((row) => row.lateIds)],
        report: JSON.stringify({ ...report, deposits: report.deposits.map(({ _id }) => ({ _id })) }),
        closed: { by: author.name, at: now },
      };
      await insertClosing(closing, session);
      const at = (name: string) => new Date(`${name}-15T12:00:00Z`);
      const stale = [month, ...late.map((row) => row.month)];
      await markStale({ month: stale.map((name) => ({ of: organizationNumber, at: at(name) })) }, session);
      const change = await organizationChange(organizationNumber, 'payment.month_closed');
      const changes = [
        { field: 'month', from: null, to: monthName(month) },
        { field: 'receivedAmount', from: null, to: receivedIn(figures) },
      ];
      await recordChanges([{ ...change, changes }], author, now, session);
    });
  } catch (error) {
    if (isDuplicateKey(error, 'month_closings._id_')) throw isClosed();
    throw error;
  }
  return monthReport(organization, month, site);
}
