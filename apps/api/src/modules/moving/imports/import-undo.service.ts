/** The job that undoes an import, household by household: what was paid, edited or used since stays, with the reason. */
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import { AppError } from '../../../platform/problem.ts';
import { raiseHouseholdVersions } from '../../people/members/household.service.ts';
import {
  isHouseholdLinked,
  removeImported,
  writeImportedFields,
} from '../../people/members/imported-member.service.ts';
import { findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { eraseMourningOf } from '../../people/mourning/death-task.service.ts';
import { eraseLettersOf } from '../../funds/coverage/letter-check.service.ts';
import { takeOutPart } from '../../funds/memberships/imported-part.service.ts';
import {
  findMemberships,
  removeMembership,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
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
import { whatKeeps, whatKeepsMemberships, whatKeepsParts } from './undo-reasons.service.ts';
import { leavingLast, nextGroups } from './rows.service.ts';

/** Writes that rows were undone, or stay and why. */
async function write(
  rows: readonly ImportRowRecord[],
  outcome: 'undone' | 'kept',
  note: string | null,
  session: Session,
): Promise<void> {
  if (!rows.length) return;
  const fields =
    outcome === 'undone'
      ? { outcome, memberId: null, membershipIds: [], joined: [], householdId: null }
      : { outcome, note };
  await importRows().updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: fields }, { session });
}

/** The state of an undo in one transaction: the members of its rows, and its memberships with the reasons why some stay. */
type Undo = {
  members: ReadonlyMap<string, MemberRecord>;
  memberships: readonly MembershipRecord[];
  /** Why memberships stay, by id. */
  kept: Map<string, string>;
  /** Why people stay in memberships to which they were added, by the ids of their parts. */
  keptParts: ReadonlyMap<string, string>;
  author: Author;
  now: Date;
};

/**
 * Removes the memberships of some rows, of which none stays; those removed with an earlier row are gone. Removes their
 * people from memberships that existed before.
 */
async function takeCoverBack(
  rows: readonly ImportRowRecord[],
  { memberships, members, author, now }: Undo,
  session: Session,
): Promise<void> {
  const ids = new Set(rows.flatMap((row) => row.membershipIds));
  for (const membership of memberships.filter(({ _id }) => ids.has(_id)))
    await removeMembership(membership, session);
  for (const { memberId, joined = [] } of rows)
    for (const one of joined) {
      // Read again: others of the same household may have been removed from it.
      const [membership] = await findMemberships([one.membershipId], session);
      const member = members.get(memberId ?? '');
      const person = member ? fullName(member) : null;
      if (membership) await takeOutPart(membership, one, person, author, now, session);
    }
}

/** The first reason why the cover that some rows gave stays. */
const whatKeepsCover = (rows: readonly ImportRowRecord[], { kept, keptParts }: Undo): string | undefined =>
  rows.flatMap(({ membershipIds, joined = [] }) => [
    ...membershipIds.flatMap((id) => kept.get(id) ?? []),
    ...joined.flatMap(({ part }) => keptParts.get(part._id) ?? []),
  ])[0];

/** The memberships that rows created, and those to which they added people. */
const membershipsOf = (rows: readonly ImportRowRecord[]): string[] => [
  ...new Set(
    rows.flatMap(({ membershipIds, joined = [] }) => [
      ...membershipIds,
      ...joined.map(({ membershipId }) => membershipId),
    ]),
  ),
];

const isMade = ({ outcome }: ImportRowRecord) => outcome === 'created' || outcome === 'changed';

const peopleOf = (rows: readonly ImportRowRecord[], { members }: Undo): MemberRecord[] =>
  rows.flatMap(({ memberId }) => members.get(memberId ?? '') ?? []);
const homesOf = (rows: readonly ImportRowRecord[]) => rows.flatMap(({ householdId }) => householdId ?? []);

/** The first reason why the created members of a household stay; null for none. */
async function whatKeepsCreated(
  rows: readonly ImportRowRecord[],
  undo: Undo,
  session: Session,
): Promise<string | null> {
  const homes = homesOf(rows);
  let isLinked = false;
  for (const home of new Set(homes)) isLinked ||= await isHouseholdLinked(home, session);
  return (
    whatKeepsCover(rows, undo) ??
    (await whatKeeps(rows, peopleOf(rows, undo), membershipsOf(rows), homes)) ??
    (isLinked ? 'another account is linked to their household' : null)
  );
}

/** Removes the created members of a household, with their household and memberships; all of them or none. */
async function undoCreated(rows: readonly ImportRowRecord[], undo: Undo, session: Session): Promise<void> {
  if (!rows.length) return;
  const people = peopleOf(rows, undo);
  const membershipIds = [...new Set(rows.flatMap((row) => row.membershipIds))];
  const homes = homesOf(rows);
  const reason = await whatKeepsCreated(rows, undo, session);
  if (reason !== null) {
    // Members who stay keep their cover, and so do others in the same membership.
    for (const id of membershipIds) undo.kept.set(id, undo.kept.get(id) ?? reason);
    return write(rows, 'kept', `Stays: ${reason}`, session);
  }
  await takeCoverBack(rows, undo, session);
  const others = people.flatMap(({ household_id }) => household_id ?? []);
  await raiseHouseholdVersions([...new Set(others.filter((home) => !homes.includes(home)))], session);
  for (const { _id } of people) {
    await eraseLettersOf(_id, session);
    await eraseMourningOf(_id, session);
  }
  await removeImported(people, homes, session);
  await importKeys().deleteMany({ _id: { $in: rows.map(({ contentKey }) => contentKey) } }, { session });
  await importHouseholds().deleteMany({ _id: { $in: [...homes] } }, { session });
  await write(rows, 'undone', null, session);
}

/** Removes the memberships of an existing member, then restores their fields, unless they were edited since. */
async function undoChanged(row: ImportRowRecord, undo: Undo, session: Session): Promise<void> {
  const member = undo.members.get(row.memberId ?? '');
  const stays = (reason: string) => write([row], 'kept', `Stays: ${reason}`, session);
  if (!member) return stays('they were deleted since');
  const reason = whatKeepsCover([row], undo);
  if (reason !== undefined) return stays(reason);
  await takeCoverBack([row], undo, session);
  const edited = await restoreFields(row, member, undo, session);
  if (edited === undefined) return write([row], 'undone', null, session);
  const isCovered = membershipsOf([row]).length > 0;
  await importRows().updateOne({ _id: row._id }, { $set: { membershipIds: [], joined: [] } }, { session });
  return stays(isCovered ? `${edited}. Their cover was taken back` : edited);
}

/** Restores the fields of a member that a row changed; returns why not, where they were edited since or it is not allowed any more. */
async function restoreFields(
  { changes, memberVersion }: ImportRowRecord,
  member: MemberRecord,
  { author, now }: Undo,
  session: Session,
): Promise<string | undefined> {
  if (!changes.length) return undefined;
  if (member.version !== memberVersion) return `${member.firstNm} was edited since`;
  const before: Partial<MemberRecord> = Object.fromEntries(changes.map(({ field, from }) => [field, from]));
  // The name that the row gave was never theirs.
  const { firstNm, lastNm } = { ...member, ...before };
  const formerNames = member.formerNames.filter((one) => one.firstNm !== firstNm || one.lastNm !== lastNm);
  try {
    await writeImportedFields(member, { ...before, formerNames }, author, now, session);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.detail;
    throw error;
  }
}

/** The ids of members who become inactive again when a row is undone. */
const leftAgain = ({ outcome, changes, memberId }: ImportRowRecord): string[] =>
  outcome === 'changed' &&
  memberId !== null &&
  changes.some(({ field, from }) => field === 'isActive' && from === false)
    ? [memberId]
    : [];

/** Reads what the undo of some rows needs. */
async function undoOf(
  rows: readonly ImportRowRecord[],
  author: Author,
  now: Date,
  session: Session,
): Promise<Undo> {
  const found = await findMembers(
    rows.flatMap(({ memberId }) => memberId ?? []),
    session,
  );
  const ids = new Set(rows.flatMap((row) => row.membershipIds));
  const all = await findMemberships(membershipsOf(rows), session);
  const memberships = all.filter(({ _id }) => ids.has(_id));
  return {
    members: new Map(found.map((one) => [one._id, one])),
    memberships,
    kept: await whatKeepsMemberships(memberships, now, session),
    keptParts: await whatKeepsParts(rows, all, now, session),
    author,
    now,
  };
}

/** People who are checked before somebody decides; of more, these are the first. */
const CHECKED_BEFORE = 300;

/**
 * How many of the first people of an import would stay if it were taken back now, for the same reasons as the undo.
 * Throws 409 while dues are being made.
 */
export async function countStaying(
  importId: string,
  author: Author,
  now: Date,
): Promise<{ people: number; of: number }> {
  const { groups } = await nextGroups({ importId }, '', CHECKED_BEFORE);
  let [people, of] = [0, 0];
  for (const rows of groups.map((group) => group.filter(isMade)))
    await inTransaction(async (session) => {
      const undo = await undoOf(rows, author, now, session);
      const created = rows.filter(({ outcome }) => outcome === 'created');
      of += rows.length;
      if (created.length && (await whatKeepsCreated(created, undo, session))) people += created.length;
      for (const row of rows.filter(({ outcome }) => outcome === 'changed')) {
        const member = undo.members.get(row.memberId ?? '');
        const isEdited = row.changes.length > 0 && member?.version !== row.memberVersion;
        if (!member || isEdited || whatKeepsCover([row], undo)) people += 1;
      }
    });
  return { people, of };
}

/** Undoes a household. All is read and written in one transaction: a concurrent change makes it start over. */
async function undoGroup(rows: readonly ImportRowRecord[], author: Author, now: Date): Promise<void> {
  if (!rows.length) return;
  const changed = await leavingLast(
    rows.filter(({ outcome }) => outcome === 'changed'),
    leftAgain,
  );
  await inTransaction(async (session) => {
    const undo = await undoOf(rows, author, now, session);
    const created = rows.filter(({ outcome }) => outcome === 'created');
    await undoCreated(created, undo, session);
    for (const row of changed) await undoChanged(row, undo, session);
  });
}

/** The job that undoes an import. It can be killed at any point. */
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
    // A row that this step undid before it was interrupted is counted with it.
    const isOurs = (row: ImportRowRecord) => row.outcome === 'undone' || row.outcome === 'kept';
    const done = groups.flat().filter((row) => isMade(row) || isOurs(row)).length;
    const made = groups.map((group) => group.filter(isMade));
    for (const rows of await leavingLast(made, (group) => group.flatMap(leftAgain)))
      await undoGroup(rows, job.author, now());
    return { cursor: last, done, isLast, ...(isLast && { report: await countOutcome(importId) }) };
  },

  async finish(job, report, session) {
    const given = await requireImport(importIdOf(job));
    const how = { action: 'members.import_undone', status: 'undone' } as const;
    await endImport(given, how, report ?? {}, job.author, now(), session);
  },
});
