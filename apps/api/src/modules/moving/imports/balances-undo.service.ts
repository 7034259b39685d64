/** The job that undoes an import of balances, row by row: what was paid or edited since stays, with the reason. */
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { sumCents, ZERO } from '@kinfold/domain/money';
import { paymentInProgress, whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { eraseBeforeDue, removeEmptyBeforeRun } from '../../funds/donations/before-dues.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { bookClaimed } from '../../money/office/booking.service.ts';
import { entriesOn } from '../../money/ledger/ledger.service.ts';
import { reverseOpening } from '../../money/ledger/opening-entry.service.ts';
import { stillCoversSince, takeBackOpening } from '../../funds/memberships/membership-opening.service.ts';
import { findMemberships, membershipSubject } from '../../funds/memberships/membership.service.ts';
import { countBalances, lastPaymentOf } from './balances-run.service.ts';
import type { ImportSite } from './check-context.service.ts';
import { importIdOf } from './import-check.service.ts';
import { endImport } from './import-run.service.ts';
import { importRows, type ImportRowRecord } from './import.model.ts';
import { requireImport } from './import.service.ts';
import { nextRows } from './rows.service.ts';

const BATCH = 50;
/** Retries of a job, over two minutes, while a payment is in progress: after that, what it pays stays. */
const PATIENCE = 7;

type By = { author: Author; now: Date; timeZone: string };

/** The reason why a row stays; null where it can be undone. */
async function whatKeeps(row: ImportRowRecord, { timeZone }: By, session: Session): Promise<string | null> {
  const [membership] = await findMemberships(row.membershipIds, session);
  if (!membership) return 'the membership was removed since';
  const name = membership.externalRef ?? '';
  if (row.donationId) {
    const [due] = await findStoredDonations([row.donationId]);
    if (!due) return `the dues of ${name} were removed since`;
    if (due.ledgerCount > 0 || (await entriesOn([due._id]).limit(1).toArray()).length)
      return `${name} has paid some of it since`;
    if (due.minAmountDue !== row.amount) return `the dues of ${name} were edited since`;
  }
  const isCover = row.before?.cover !== undefined;
  if (isCover && !stillCoversSince(membership, row.values.coveredSince ?? '', timeZone))
    return `the membership ${name} was edited since`;
  return null;
}

/** Undoes one row completely, or writes why it stays. Its donation is claimed. */
async function undoRow(row: ImportRowRecord, by: By, kept?: string): Promise<void> {
  if (!row.creditEntryId || kept !== undefined)
    return inTransaction((session) => undoWithin(row, by, session, kept));
  const [membership] = await findMemberships(row.membershipIds);
  const creditOf = membership ? [membership.primaryMemberId] : [];
  await bookClaimed({ creditOf }, by.now, async ({ credit }, session) => {
    if (membership && !credit.size) throw paymentInProgress();
    const isUsed = sumCents(credit.values()) < (row.credit ?? ZERO);
    const reason = isUsed ? `${row.name} has used some of what was paid ahead since` : undefined;
    await undoWithin(row, by, session, membership && reason);
    return { entries: [], result: undefined };
  });
}

/** Undoes a row in a transaction. Its credit is claimed. */
async function undoWithin(row: ImportRowRecord, by: By, session: Session, kept?: string): Promise<void> {
  const { author, now, timeZone } = by;
  const reason = kept ?? (await whatKeeps(row, by, session));
  const write = (fields: Partial<ImportRowRecord>) =>
    importRows().updateOne({ _id: row._id }, { $set: fields }, { session });
  if (reason !== null) {
    await write({ outcome: 'kept', note: `Stays: ${reason}` });
    return;
  }
  const [membership] = await findMemberships(row.membershipIds, session);
  const [due] = row.donationId ? await findStoredDonations([row.donationId]) : [];
  if (!membership || (due && !(await eraseBeforeDue(due._id, due.campaignRunId, session))))
    throw new Error(`row ${row._id} changed while it was being taken back`);
  if (due) await markStale({ membership_cover: [membership._id] }, session);
  if (row.creditEntryId) await reverseOpening(row.creditEntryId, author, now, session);
  const lastPayment = lastPaymentOf(row, timeZone);
  if (lastPayment) await reverseOpening(lastPayment.entryId, author, now, session);
  if (row.before) await takeBackOpening(membership, { lastPayment }, row.before, author, now, session);
  const changes = row.changes.map(({ field, from, to }) => ({ field, from: to, to: from }));
  const { organizationNumber } = membership;
  const undone = { organizationNumber, action: 'membership.balance_undone', changes } as const;
  await recordChanges([{ ...undone, subject: membershipSubject(membership) }], author, now, session);
  await write({ outcome: 'undone' });
}

/** Undoes some rows; those with a payment in progress are retried, or stay when that lasts. */
async function undoRows(rows: readonly ImportRowRecord[], by: By, isPatient: boolean): Promise<void> {
  const donationIds = rows.flatMap(({ donationId }) => donationId ?? []);
  await whileClaimed(donationIds, by.now, async (claimed) => {
    const isFree = ({ donationId }: ImportRowRecord) => donationId === undefined || claimed.has(donationId);
    for (const row of rows.filter(isFree)) await undoRow(row, by);
    const busy = rows.filter((row) => !isFree(row));
    if (busy.length && isPatient) throw new Error(`${busy.length} dues are being paid: they are retried`);
    for (const row of busy) await undoRow(row, by, 'a payment of it is in progress');
  });
}

/** The job that undoes an import of balances. It can be killed at any point. */
export const balancesUndoJob = (site: ImportSite): JobHandler => ({
  count: async (job) => (await requireImport(importIdOf(job))).outcome.created,

  async step(job): Promise<Step> {
    const given = await requireImport(importIdOf(job));
    const after = (job.cursor as number | null) ?? 0;
    // Rows that this step undid before it was interrupted are counted with it.
    const rows = await nextRows({ importId: given._id, state: 'create' }, after, BATCH);
    const made = rows.filter(({ outcome }) => outcome === 'created');
    const by = { author: job.author, now: site.now(), timeZone: site.timeZone };
    await undoRows(made, by, job.attempts < PATIENCE);
    const done = rows.filter(({ outcome }) => outcome !== 'failed' && outcome !== null).length;
    const cursor = rows.at(-1)?.row ?? after;
    if (rows.length) return { cursor, done, isLast: false };
    return { cursor, done, isLast: true, report: await countBalances(given, site) };
  },

  async finish(job, report, session) {
    const given = await requireImport(importIdOf(job));
    const funds = await importRows().distinct('fundIds', { importId: given._id });
    for (const campaignId of funds) await removeEmptyBeforeRun(campaignId, job.author, site.now(), session);
    const how = { action: 'balances.import_undone', status: 'undone' } as const;
    await endImport(given, how, report ?? {}, job.author, site.now(), session);
  },
});
