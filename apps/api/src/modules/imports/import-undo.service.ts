/** The job that takes an import back, household by household: what was paid, edited or used since stays, and why is told. */
import type { Author } from '../../platform/author.ts';
import { inTransaction, type Session } from '../../platform/database.ts';
import type { JobHandler, Step } from '../../platform/job-worker.ts';
import { raiseHouseholdVersions } from '../members/household.service.ts';
import {
  isHouseholdLinked,
  removeImported,
  writeImportedFields,
} from '../members/imported-member.service.ts';
import { findMembers, type MemberRecord } from '../members/member.service.ts';
import { findMemberships, removeMembership } from '../memberships/membership.service.ts';
import { importIdOf } from './import-check.service.ts';
import { BATCH, countOutcome, endImport } from './import-run.service.ts';
import {
  importHouseholds,
  importKeys,
  importRows,
  type ImportRecord,
  type ImportRowRecord,
} from './import.model.ts';
import { requireImport } from './import.service.ts';
import { nextGroups } from './next-rows.service.ts';
import { whatKeeps, whatKeepsMemberships } from './undo-reasons.service.ts';

/** Writes that rows were taken back, or stay and why. */
async function write(
  rows: readonly ImportRowRecord[],
  outcome: 'undone' | 'kept',
  note: string | null,
  session: Session,
): Promise<void> {
  if (!rows.length) return;
  const fields =
    outcome === 'undone'
      ? { outcome, memberId: null, membershipIds: [], householdId: null }
      : { outcome, note };
  await importRows().updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: fields }, { session });
}

/** Takes back the members of a household that were made, with their household and memberships; all of them or none. */
async function undoCreated(
  rows: readonly ImportRowRecord[],
  members: ReadonlyMap<string, MemberRecord>,
  now: Date,
): Promise<void> {
  if (!rows.length) return;
  const people = rows.flatMap(({ memberId }) => members.get(memberId ?? '') ?? []);
  const membershipIds = [...new Set(rows.flatMap((row) => row.membershipIds))];
  const homes = rows.flatMap(({ householdId }) => householdId ?? []);
  const reason = await whatKeeps(rows, people, membershipIds, homes);
  await inTransaction(async (session) => {
    const isLinked = await Promise.all(homes.map((home) => isHouseholdLinked(home, session)));
    const memberships = await findMemberships(membershipIds, session);
    const kept =
      (await whatKeepsMemberships(memberships, now, session)) ??
      reason ??
      (isLinked.includes(true) ? 'another account is linked to their household' : null);
    if (kept !== null) return write(rows, 'kept', `Stays: ${kept}`, session);
    for (const membership of memberships) await removeMembership(membership, session);
    const others = people.flatMap(({ household_id }) => household_id ?? []);
    await raiseHouseholdVersions([...new Set(others.filter((home) => !homes.includes(home)))], session);
    await removeImported(people, homes, session);
    await importKeys().deleteMany({ _id: { $in: rows.map(({ contentKey }) => contentKey) } }, { session });
    for (const householdId of homes)
      await importHouseholds().deleteMany({ importId: rows[0]?.importId ?? '', householdId }, { session });
    await write(rows, 'undone', null, session);
  });
}

/** Gives somebody back what an import changed of them, unless they were edited since. */
async function undoChanged(
  row: ImportRowRecord,
  member: MemberRecord | undefined,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    if (!member || row.membershipIds.length > 0 || member.version !== row.memberVersion) {
      const reason = !member
        ? 'they were deleted since'
        : row.membershipIds.length > 0
          ? 'they have joined a fund with this import'
          : `${member.firstNm} was edited since`;
      return write([row], 'kept', `Stays: ${reason}`, session);
    }
    const before = Object.fromEntries(row.changes.map(({ field, from }) => [field, from]));
    if (row.changes.length) await writeImportedFields(member, before, author, now, session);
    await write([row], 'undone', null, session);
  });
}

async function undoGroup(rows: readonly ImportRowRecord[], author: Author, now: Date): Promise<void> {
  const members = new Map(
    (await findMembers(rows.flatMap(({ memberId }) => memberId ?? []))).map((one) => [one._id, one]),
  );
  await undoCreated(
    rows.filter(({ outcome }) => outcome === 'created'),
    members,
    now,
  );
  for (const row of rows.filter(({ outcome }) => outcome === 'changed'))
    await undoChanged(row, members.get(row.memberId ?? ''), author, now);
}

const isMade = ({ outcome }: ImportRowRecord) => outcome === 'created' || outcome === 'changed';

/** The job that takes an import back. Killed anywhere, it goes on. */
export const importUndoJob = ({ now }: { now: () => Date }): JobHandler => ({
  async count(job) {
    const { created, changed }: ImportRecord['outcome'] = (await requireImport(importIdOf(job))).outcome;
    return created + changed;
  },

  async step(job): Promise<Step> {
    const importId = importIdOf(job);
    const { groups, last, isLast } = await nextGroups(
      { importId },
      (job.cursor as string | null) ?? '',
      BATCH,
    );
    // A row that this step took back before it was interrupted is counted with it.
    const isOurs = (row: ImportRowRecord) => row.outcome === 'undone' || row.outcome === 'kept';
    const done = groups.flat().filter((row) => isMade(row) || isOurs(row)).length;
    for (const group of groups) await undoGroup(group.filter(isMade), job.author, now());
    return { cursor: last, done, isLast, ...(isLast && { report: await countOutcome(importId) }) };
  },

  async finish(job, report, session) {
    const given = await requireImport(importIdOf(job));
    const how = { action: 'members.import_undone', status: 'undone' } as const;
    await endImport(given, how, report ?? {}, job.author, now(), session);
  },
});
