/** The job that imports what was checked: households with their members in batches, then their memberships. */
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import { AppError } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { auditSubject, requireOrganization } from '../../organizations/organizations/organization.service.ts';
import { countStates, importIdOf } from './import-check.service.ts';
import { joinFunds } from './import-memberships.service.ts';
import { leaversOf, planGroups, storePlan } from './import-people.service.ts';
import { countRows, importRows, imports, type ImportRecord, type ImportRowRecord } from './import.model.ts';
import { requireImport } from './import.service.ts';
import { leavingLast, nextGroups } from './rows.service.ts';

/** The approximate number of rows per step; a household is never divided. */
export const BATCH = 120;

/** Where the next step begins; `at` is the instant at which the whole import counts as made. */
export type RunCursor = { at: string; phase: 'people' | 'funds'; after: string };

/** Creates and changes the people of some households: a batch in one transaction, or each household alone where one fails. */
async function importGroups(
  groups: readonly ImportRowRecord[][],
  given: ImportRecord,
  author: Author,
  clock: { now: Date; timeZone: string },
): Promise<void> {
  if (!groups.length) return;
  try {
    const plan = await planGroups(groups, given, author, clock);
    await inTransaction((session) => storePlan(plan, author, clock.now, session));
  } catch (error) {
    if (!isAboutRows(error)) throw error;
    if (groups.length > 1) {
      for (const group of await leavingLast(groups, (rows) => rows.flatMap(leaversOf)))
        await importGroups([group], given, author, clock);
      return;
    }
    await failRows(groups[0] ?? [], error);
  }
}

/** Returns whether an error is about the rows that were being written, not about the database. */
export const isAboutRows = (error: unknown): boolean =>
  (error instanceof AppError && error.status < 500) ||
  isDuplicateKey(
    error,
    'members.memberId',
    'households.primaryMember',
    'campaign_memberships.campaign_primary',
    'donations.membership_run',
    'ledger_entries._id_',
    'import_keys._id_',
  );

/** Writes why some rows were not imported. */
export async function failRows(rows: readonly ImportRowRecord[], error: unknown): Promise<void> {
  const message =
    error instanceof AppError ? error.detail : 'Another user entered the same at the same moment.';
  const faults = [{ column: 'Row', message }];
  const ids = rows.filter(({ state }) => state === 'create' || state === 'change').map(({ _id }) => _id);
  await importRows().updateMany(
    { _id: { $in: ids }, outcome: null },
    { $set: { outcome: 'failed', faults } },
  );
}

/** The outcome of an import, counted from its rows. */
export async function countOutcome(importId: string): Promise<ImportRecord['outcome']> {
  const counts = await countRows(importId, 'outcome');
  const of = (outcome: ImportRowRecord['outcome']) => counts.get(outcome) ?? 0;
  const memberships = new Set<string>();
  let [households, uncovered, joined] = [0, 0, 0];
  const fields = { membershipIds: 1, joined: 1, householdId: 1, fundIds: 1, outcome: 1, note: 1 } as const;
  for await (const row of importRows().find({ importId }, { projection: fields })) {
    if (row.householdId !== null) households += 1;
    for (const membershipId of row.membershipIds) memberships.add(membershipId);
    // People who were covered before have no note.
    const isImported = row.outcome === 'created' || row.outcome === 'changed';
    const added = row.joined?.length ?? 0;
    if (added > 0) joined += 1;
    if (isImported && row.note !== null && row.membershipIds.length + added < row.fundIds.length)
      uncovered += 1;
  }
  return {
    created: of('created'),
    changed: of('changed'),
    households,
    memberships: memberships.size,
    failed: of('failed'),
    undone: of('undone'),
    kept: of('kept'),
    uncovered,
    joined,
  };
}

/** The figures of the outcome that the history records for each end of an import. */
const TOLD = {
  'members.imported': ['created', 'changed', 'households', 'memberships', 'joined', 'uncovered', 'failed'],
  'members.import_undone': ['undone', 'kept'],
  'balances.imported': ['created', 'failed'],
  'balances.import_undone': ['undone', 'kept'],
} as const;
type ImportAction = keyof typeof TOLD;

/** Writes the end of a job of an import, with one history entry that has its figures. */
export async function endImport(
  given: ImportRecord,
  { action, status }: { action: ImportAction; status: 'done' | 'undone' },
  report: Record<string, number>,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const figure = (name: keyof ImportRecord['outcome']) => report[name] ?? 0;
  const outcome = Object.fromEntries(
    (Object.keys(given.outcome) as (keyof ImportRecord['outcome'])[]).map((name) => [
      `outcome.${name}`,
      figure(name),
    ]),
  );
  await imports().updateOne({ _id: given._id }, { $set: { status, ...outcome } }, { session });
  const changes = [
    ...TOLD[action].map((field) => ({ field, from: null, to: figure(field) })),
    ...(report['sum'] === undefined ? [] : [{ field: 'owedAmount', from: null, to: report['sum'] }]),
  ];
  const { organizationNumber } = given;
  const subject = auditSubject(await requireOrganization(organizationNumber, session));
  await recordChanges([{ organizationNumber, action, subject, changes }], author, now, session);
}

/** The job that imports. It can be killed at any point: a row and its effects are one transaction. */
export const importRunJob = ({ now, timeZone }: { now: () => Date; timeZone: string }): JobHandler => ({
  async count(job) {
    const { create, change } = (await requireImport(importIdOf(job))).counts;
    return create + change;
  },

  async step(job): Promise<Step> {
    const given = await requireImport(importIdOf(job));
    const cursor = (job.cursor as RunCursor | null) ?? {
      at: now().toISOString(),
      phase: 'people',
      after: '',
    };
    const at = new Date(cursor.at);
    if (cursor.phase === 'people') {
      const { groups, last, isLast } = await nextGroups({ importId: given._id }, cursor.after, BATCH);
      await importGroups(groups, given, job.author, { now: at, timeZone });
      const rows = groups.flat().filter(({ state }) => state === 'create' || state === 'change');
      const ids = rows.map(({ _id }) => _id);
      const failed = await importRows().countDocuments({ _id: { $in: ids }, outcome: 'failed' });
      return {
        cursor: isLast ? { ...cursor, phase: 'funds', after: '' } : { ...cursor, after: last },
        done: rows.length - failed,
        failed,
        isLast: false,
      };
    }
    const next = await joinFunds(given, cursor.after, job.author, at, timeZone);
    if (next !== null) return { cursor: { ...cursor, after: next }, done: 0, isLast: false };
    // A member may have been created from a row meanwhile, which is then skipped.
    const counts = { rows: given.counts.rows, ...(await countStates(given._id)) };
    await imports().updateOne({ _id: given._id }, { $set: { counts } });
    return { cursor, done: 0, isLast: true, report: await countOutcome(given._id) };
  },

  async finish(job, report, session) {
    const given = await requireImport(importIdOf(job));
    const how = { action: 'members.imported', status: 'done' } as const;
    await endImport(given, how, report ?? {}, job.author, now(), session);
  },
});
