/** Imports the people of some households of a file: plans them first, then stores them with their rows in one transaction. */
import { isMinor } from '@kinfold/domain/coming-of-age';
import { calendarDateOf, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { headOf, NO_HEAD } from '@kinfold/domain/import-family';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict } from '../../../platform/problem.ts';
import {
  findHousehold,
  raiseHouseholdVersions,
  storeHouseholds,
} from '../../people/members/household.service.ts';
import type { HouseholdRecord } from '../../people/members/household.service.ts';
import { writeImportedFields } from '../../people/members/imported-member.service.ts';
import { findMembers, requireMember, type MemberRecord } from '../../people/members/member.service.ts';
import { buildMembers, storeMembers, type NewMember } from '../../people/members/new-member.service.ts';
import { personOf, relationshipOf } from './check-families.service.ts';
import {
  importHouseholds,
  importKeys,
  importRows,
  type ImportRecord,
  type ImportRowRecord,
} from './import.model.ts';
import { emailOf, memberChanges } from './member-changes.ts';
import { leavingLast, namedHousehold } from './rows.service.ts';

const HEAD = 'Head of Household';

type Clock = { now: Date; timeZone: string };

/** The writes for some households. */
type Plan = {
  given: ImportRecord;
  timeZone: string;
  members: MemberRecord[];
  newHouseholds: HouseholdRecord[];
  joinedHouseholds: string[];
  /** Households that a column or an address names, with the key that finds them again. */
  named: { _id: string; importId: string; key: string }[];
  created: { row: ImportRowRecord; memberId: string; householdId: string | null }[];
  changed: ImportRowRecord[];
  /** Keys of members who were deleted since. */
  deadKeys: { _id: string; memberId: string }[];
  /** Rows from which a member was created meanwhile. */
  skipped: { row: ImportRowRecord; memberId: string }[];
};

/** The key of a household that the file names; undefined for people without one. */
function householdId({ organizationNumber, answers }: ImportRecord, key: string | null): string | undefined {
  const isAddress = key?.startsWith('address ') && answers.households === 'address';
  return key !== null && (isAddress || /^(column|name) /.test(key))
    ? namedHousehold(organizationNumber, key)
    : undefined;
}

/** Plans some households of a file; writes nothing but member numbers, which may have gaps. */
export async function planGroups(
  groups: readonly ImportRowRecord[][],
  given: ImportRecord,
  author: Author,
  { now, timeZone }: Clock,
): Promise<Plan> {
  const open = groups.flat().filter(({ outcome }) => outcome === null);
  const keys = await importKeys()
    .find({ _id: { $in: open.map(({ contentKey }) => contentKey) } })
    .toArray();
  const targets = groups.flat().flatMap(({ target }) => target ?? []);
  const known = new Map(
    (await findMembers([...targets, ...keys.map(({ memberId }) => memberId)])).map((member) => [
      member._id,
      member,
    ]),
  );
  const loaded = new Map(keys.flatMap(({ _id, memberId }) => (known.has(memberId) ? [[_id, memberId]] : [])));
  const plan: Plan = {
    given,
    timeZone,
    members: [],
    newHouseholds: [],
    joinedHouseholds: [],
    named: [],
    created: [],
    changed: await leavingLast(
      open.filter(({ state }) => state === 'change'),
      leaversOf,
    ),
    deadKeys: keys.filter(({ memberId }) => !known.has(memberId)),
    skipped: [],
  };
  const inputs: NewMember[] = [];
  for (const group of groups) {
    const rows = group.filter(({ state, outcome }) => state === 'create' && outcome === null);
    plan.skipped.push(
      ...rows.flatMap((row) => {
        const memberId = loaded.get(row.contentKey);
        return memberId === undefined ? [] : [{ row, memberId }];
      }),
    );
    const news = rows.filter(({ contentKey }) => !loaded.has(contentKey));
    const [first] = news;
    if (!first) continue;
    const home = await homeOf(group, known);
    const primary = primaryOf(news, calendarDateOf(now, timeZone)) ?? first;
    if (!home && isChild(primary, calendarDateOf(now, timeZone))) throw conflict('no_head', NO_HEAD);
    const household_id = home?._id ?? newId();
    const ids = new Map(news.map((row) => [row._id, newId()]));
    const memberId = (row: ImportRowRecord) => ids.get(row._id) ?? '';
    if (home) plan.joinedHouseholds.push(household_id);
    else {
      plan.newHouseholds.push({
        _id: household_id,
        primaryMemberId: memberId(primary),
        isEmpty: false,
        version: 1,
        createdBy: author.email,
        createdDt: now,
      });
      const key = householdId(given, first.householdKey);
      if (key) plan.named.push({ _id: household_id, importId: given._id, key });
    }
    for (const row of news) {
      const isMaker = !home && row === primary;
      // Who comes next where the head is not imported.
      const judged = isMaker && !row.isHead ? { ...row, relationship: HEAD } : row;
      inputs.push(newMember(judged, { _id: memberId(row), household_id, given, now, timeZone }));
      plan.created.push({ row, memberId: memberId(row), householdId: isMaker ? household_id : null });
    }
  }
  plan.members = await buildMembers(inputs, author, now);
  return plan;
}

/** The ids of existing members whom a row makes inactive. */
export const leaversOf = ({ state, target, values }: ImportRowRecord): string[] =>
  state === 'change' && target !== null && values.isActive === false ? [target] : [];

/**
 * The primary member of a new household: its head, as the check found it, or who comes next where the head is not
 * imported. Nobody who has died, and no child.
 */
function primaryOf(rows: readonly ImportRowRecord[], today: CalendarDate): ImportRowRecord | undefined {
  const able = rows.filter((row) => !row.values.deceasedDt && !isChild(row, today));
  const people = able.map((row) => ({ ...personOf(row), row }));
  return able.find(({ isHead }) => isHead) ?? headOf(people, today)?.row;
}

const isChild = ({ values: { birthDt, deceasedDt } }: ImportRowRecord, today: CalendarDate) =>
  !deceasedDt && isMinor({ birthDt: birthDt ?? null }, today);

/** The household in which the people of a group live already: that of an existing member, or one that an earlier import created. */
async function homeOf(
  group: readonly ImportRowRecord[],
  known: ReadonlyMap<string, MemberRecord>,
): Promise<HouseholdRecord | undefined> {
  for (const { target } of group) {
    const home = known.get(target ?? '')?.household_id;
    const household = home ? await findHousehold(home) : undefined;
    if (household) return household;
  }
  const joined = group.find(({ joins }) => joins)?.joins;
  return joined ? findHousehold(joined) : undefined;
}

function newMember(
  row: ImportRowRecord,
  {
    _id,
    household_id,
    given,
    now,
    timeZone,
  }: Clock & { _id: string; household_id: string; given: ImportRecord },
): NewMember {
  const { values, left } = row;
  const { firstNm = '', lastNm = '', birthDt = null, middleInit, externalRef, isActive } = values;
  return {
    _id,
    household_id,
    organizationNumber: given.organizationNumber,
    firstNm,
    lastNm,
    birthDt,
    suffix: values.suffix ?? null,
    middleInit: middleInit ?? null,
    relationship: relationshipOf(row),
    ...(left?.length && { toComplete: left.map(({ column, message }) => ({ column, message })) }),
    externalRef: externalRef ?? null,
    isActive: isActive === undefined ? true : isActive,
    deceasedDt: values.deceasedDt ?? null,
    ...(values.deathDay && { deathDay: values.deathDay }),
    address: values.address ? { ...values.address, modifiedDt: now } : null,
    phones: (values.phones ?? []).map((phoneNbr) => ({ phoneNbr })),
    emails: (values.emails ?? []).map((email, index) => emailOf(email, index === 0)),
    preferredWay: values.preferredWay ?? null,
    unsubscribedDt: values.unsubscribedDt ? startOfDay(values.unsubscribedDt, timeZone) : null,
  };
}

/** Stores a plan, in one transaction. Throws a duplicate key error where a member was created from the same row meanwhile. */
export async function storePlan(plan: Plan, author: Author, now: Date, session: Session): Promise<void> {
  const { given, created, named, skipped } = plan;
  if (plan.newHouseholds.length) await storeHouseholds(plan.newHouseholds, session);
  if (!(await raiseHouseholdVersions([...new Set(plan.joinedHouseholds)], session)))
    throw conflict('changed_meanwhile', 'The household of this row was removed while the file was imported.');
  await storeMembers(plan.members, session);
  if (created.length) {
    const keys = created.map(({ row, memberId }) => ({
      _id: row.contentKey,
      importId: given._id,
      memberId,
    }));
    for (const { _id, memberId } of plan.deadKeys)
      await importKeys().deleteOne({ _id, memberId }, { session });
    await importKeys().insertMany(keys, { session });
  }
  if (named.length) await importHouseholds().insertMany(named, { session });
  const writes: { _id: string; fields: Partial<ImportRowRecord> }[] = [
    ...created.map(({ row, memberId, householdId: home }) => ({
      _id: row._id,
      fields: { outcome: 'created' as const, memberId, memberVersion: 1, householdId: home },
    })),
    ...skipped.map(({ row, memberId }) => ({
      _id: row._id,
      fields: { state: 'skip' as const, target: memberId, note: 'Imported already' },
    })),
  ];
  for (const row of plan.changed)
    writes.push({
      _id: row._id,
      fields: await changeMember(row, author, { now, timeZone: plan.timeZone }, session),
    });
  if (writes.length)
    await importRows().bulkWrite(
      writes.map(({ _id, fields }) => ({ updateOne: { filter: { _id }, update: { $set: fields } } })),
      { session },
    );
}

/** Changes an existing member, from their present state. Throws 404 when they are gone. */
async function changeMember(
  row: ImportRowRecord,
  author: Author,
  { now, timeZone }: Clock,
  session: Session,
) {
  const member = await requireMember(row.target ?? '', session);
  const { after, changes } = memberChanges(member, row.values, timeZone);
  const { address, ...fields } = after;
  const written = { ...fields, ...(address && { address: { ...address, modifiedDt: now } }) };
  const memberVersion = changes.length
    ? await writeImportedFields(member, written, author, now, session)
    : member.version;
  return {
    outcome: 'changed' as const,
    memberId: member._id,
    memberVersion,
    // As it is stored, with the day of its confirmation, for an undo.
    changes: changes.map((change) =>
      change.field === 'address' ? { ...change, from: member.address } : change,
    ),
    householdId: null,
  };
}
