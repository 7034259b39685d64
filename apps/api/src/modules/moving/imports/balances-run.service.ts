/** The job that enters balances from before: dues, last payments in the ledger, and since when memberships cover. */
import type { ImportOutcome } from '@kinfold/domain/import';
import { startOfDay } from '@kinfold/domain/dates';
import { ZERO } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import { conflict } from '../../../platform/problem.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { ensureBeforeRun, storeBeforeDue } from '../../funds/donations/before-dues.service.ts';
import {
  bookOpening,
  bookOpeningCredit,
  openingCreditOf,
  openingEntryId,
} from '../../money/ledger/opening-entry.service.ts';
import { writeOpening, type Opening } from '../../funds/memberships/membership-opening.service.ts';
import { membershipSubject, requireMembership } from '../../funds/memberships/membership.service.ts';
import { countedBalances, madeByOf } from './balance-figures.service.ts';
import { checkContext, type ImportSite } from './check-context.service.ts';
import { countStates, importIdOf } from './import-check.service.ts';
import { endImport, failRows, isAboutRows } from './import-run.service.ts';
import { countRows, importRows, imports, type ImportRecord, type ImportRowRecord } from './import.model.ts';
import { requireImport } from './import.service.ts';
import { nextRows } from './rows.service.ts';

/** Rows per transaction. */
const BATCH = 100;

/** The last row that is done, and the instant at which the whole file counts as entered. */
type Cursor = { at: string; after: number };
type By = { given: ImportRecord; author: Author; at: Date; site: ImportSite };
type Runs = ReadonlyMap<string, CampaignRunRecord>;

/** The last payment that a row enters; undefined where it enters none. */
export function lastPaymentOf(
  { _id, values, changes }: ImportRowRecord,
  timeZone: string,
): Opening['lastPayment'] {
  const { lastPaid, lastPaidDt } = values;
  if (!lastPaid || !lastPaidDt || !changes.some(({ field }) => field === 'lastPaidAmount')) return undefined;
  return { entryId: openingEntryId(_id), amount: lastPaid, paidDt: startOfDay(lastPaidDt, timeZone) };
}

/** Enters one row: everything of it, or nothing. */
async function enterRow(row: ImportRowRecord, runs: Runs, by: By, session: Session): Promise<void> {
  const { given, author, at, site } = by;
  const membership = await requireMembership(row.membershipIds[0] ?? '', session);
  const run = runs.get(membership.campaignId);
  let donationId: string | undefined;
  if (row.amount && run) {
    const due = { amount: row.amount, madeBy: madeByOf(given._id) };
    donationId = await storeBeforeDue(membership, run, due, at, session);
    await markStale({ membership_cover: [membership._id] }, session);
  }
  let creditEntryId: string | undefined;
  if (row.credit) {
    const { credit, nextId } = await openingCreditOf(membership);
    if (credit !== ZERO)
      throw conflict('changed_meanwhile', 'What was paid ahead was entered for this membership meanwhile.');
    creditEntryId = nextId;
    const booking = { author, currency: site.currency, at };
    await bookOpeningCredit(nextId, membership, row.credit, booking, session);
  }
  const lastPayment = lastPaymentOf(row, site.timeZone);
  if (lastPayment)
    await bookOpening(
      { ...lastPayment, membershipId: membership._id },
      { author, currency: site.currency },
      session,
    );
  const isCover = row.changes.some(({ field }) => field === 'activeDt');
  const opening = { lastPayment, ...(isCover && { coveredSince: row.values.coveredSince }) };
  const before = await writeOpening(membership, opening, author, at, site.timeZone, session);
  // A file that was checked before must not undo a later change of the cover.
  if (isCover && !before.cover)
    throw conflict('changed_meanwhile', 'The membership was changed meanwhile. Send this row again.');
  const { organizationNumber } = membership;
  const entered = { organizationNumber, action: 'membership.balance_entered', changes: row.changes } as const;
  await recordChanges([{ ...entered, subject: membershipSubject(membership) }], author, at, session);
  const outcome = {
    outcome: 'created' as const,
    before,
    ...(donationId && { donationId }),
    ...(creditEntryId && { creditEntryId }),
  };
  await importRows().updateOne({ _id: row._id }, { $set: outcome }, { session });
}

/** The runs that hold dues from before, for the funds of some rows. */
async function runsOf(rows: readonly ImportRowRecord[], { given, author, at, site }: By): Promise<Runs> {
  const owing = rows.filter(({ amount }) => amount);
  const campaigns = await findCampaigns([...new Set(owing.flatMap(({ fundIds }) => fundIds))]);
  const runs = new Map<string, CampaignRunRecord>();
  for (const campaign of campaigns) {
    const { asOf = '' } = given.answers;
    const clock = { now: at, timeZone: site.timeZone };
    runs.set(campaign._id, await ensureBeforeRun(campaign, asOf, author, clock));
  }
  return runs;
}

/** Enters some rows in one transaction, or each alone where one of them fails. */
async function enterRows(rows: readonly ImportRowRecord[], by: By): Promise<void> {
  if (!rows.length) return;
  try {
    const runs = await runsOf(rows, by);
    await inTransaction(async (session) => {
      for (const row of rows) await enterRow(row, runs, by, session);
    });
  } catch (error) {
    if (!isAboutRows(error)) throw error;
    if (rows.length === 1) return failRows(rows, error);
    for (const row of rows) await enterRows([row], by);
  }
}

/** The figures of an import at the end of a job, counted from its rows and from the books, which must agree. */
export async function countBalances(given: ImportRecord, site: ImportSite): Promise<Record<string, number>> {
  const { balances } = await countedBalances(given, await checkContext(given, site));
  const counts = { rows: given.counts.rows, ...(await countStates(given._id)) };
  await imports().updateOne({ _id: given._id }, { $set: { counts, ...(balances && { balances }) } });
  const outcomes = await countRows(given._id, 'outcome');
  const of = (outcome: ImportOutcome) => outcomes.get(outcome) ?? 0;
  return {
    created: of('created'),
    failed: of('failed'),
    undone: of('undone'),
    kept: of('kept'),
    sum: balances?.enters.sum ?? 0,
  };
}

/** The job that enters balances. It can be killed at any point: a row and its effects are one transaction. */
export const balancesRunJob = (site: ImportSite): JobHandler => ({
  count: async (job) => (await requireImport(importIdOf(job))).counts.create,

  async step(job): Promise<Step> {
    const given = await requireImport(importIdOf(job));
    const cursor = (job.cursor as Cursor | null) ?? { at: site.now().toISOString(), after: 0 };
    const rows = await nextRows({ importId: given._id, state: 'create' }, cursor.after, BATCH);
    const by = { given, author: job.author, at: new Date(cursor.at), site };
    await enterRows(
      rows.filter(({ outcome }) => outcome === null),
      by,
    );
    const ids = rows.map(({ _id }) => _id);
    const failed = await importRows().countDocuments({ _id: { $in: ids }, outcome: 'failed' });
    const step = {
      cursor: { ...cursor, after: rows.at(-1)?.row ?? cursor.after },
      done: rows.length - failed,
      failed,
    };
    if (rows.length) return { ...step, isLast: false };
    return { ...step, isLast: true, report: await countBalances(given, site) };
  },

  async finish(job, report, session) {
    const given = await requireImport(importIdOf(job));
    const how = { action: 'balances.imported', status: 'done' } as const;
    await endImport(given, how, report ?? {}, job.author, site.now(), session);
  },
});
