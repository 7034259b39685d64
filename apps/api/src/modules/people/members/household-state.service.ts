/** Reads households with all their members for the rules (domain "household-change"), and writes what they change. */
import type { Home, HouseholdState, Person } from '@kinfold/domain/household-change';
import { changedPeople } from '@kinfold/domain/household-effect';
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import { isObjectId, type Session } from '../../../platform/database.ts';
import { changedFields, recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { moveHouseholdNotes } from './household-note.model.ts';
import {
  eraseHouseholds,
  storeHouseholds,
  raiseHouseholdVersions,
  readHouseholds,
  readHouseholdsOfPrimaries,
  rewriteHouseholds,
  type HouseholdRecord,
} from './household.model.ts';
import { readHouseholdMembers, findMembers, setMember, type MemberRecord } from './member.model.ts';
import { fullName, memberSubject } from './member.service.ts';

/** Households with their versions, and whole members. */
export type StoredHouseholds = { homes: HouseholdRecord[]; people: MemberRecord[] };

/** Reads some members and households, and all that a change of them may touch: their households, all members there, their own empty ones. */
export async function readHouseholdState(
  memberIds: readonly string[],
  householdIds: readonly string[],
  session?: Session,
): Promise<StoredHouseholds> {
  const named = await findMembers(memberIds.filter(isObjectId), session);
  const ids = [
    ...new Set([...householdIds.filter(isObjectId), ...named.map(({ household_id }) => household_id)]),
  ].filter((id) => id !== null);
  const residents = await readHouseholdMembers(ids, session);
  const people = [...new Map([...named, ...residents].map((one) => [one._id, one])).values()];
  const homes = [
    ...(await readHouseholds(ids, session)),
    ...(await readHouseholdsOfPrimaries(
      people.map(({ _id }) => _id),
      session,
    )),
  ];
  return { homes: [...new Map(homes.map((home) => [home._id, home])).values()], people };
}

/**
 * Writes the differences between two states, with their history entries. Every touched household gets a new version, so
 * that concurrent changes of it are serialized. The notes of one in which nobody lives any more go where its primary member
 * goes.
 */
export async function writeHouseholdState(
  before: StoredHouseholds,
  after: HouseholdState,
  { author, now, reason }: { author: Author; now: Date; reason?: string },
  session: Session,
): Promise<void> {
  const people = changedPeople(before, after);
  const known = new Map(before.homes.map((home) => [home._id, home]));
  const changedHomes = after.homes.flatMap((home) => {
    const old = known.get(home._id);
    const isSame = old?.primaryMemberId === home.primaryMemberId && old.isEmpty === home.isEmpty;
    return old && !isSame ? [{ ...old, ...home, version: old.version + 1 }] : [];
  });
  const newHomes = after.homes
    .filter(({ _id }) => !known.has(_id))
    .map((home) => ({ ...home, version: 1, createdBy: author.email, createdDt: now }));
  const kept = new Set(after.homes.map(({ _id }) => _id));
  const givenUp = [...known.keys()].filter((id) => !kept.has(id));
  if (!people.length && !changedHomes.length) return;

  const rewritten = new Set(changedHomes.map(({ _id }) => _id));
  const touched = people.flatMap((pair) => [pair.before.household_id, pair.after.household_id]);
  const raised = new Set(touched.filter((id) => id !== null && !rewritten.has(id)) as string[]);
  await raiseHouseholdVersions([...raised], session);
  // Before somebody becomes primary elsewhere: nobody is primary of two.
  await eraseHouseholds(givenUp, session);
  await rewriteHouseholds(changedHomes, session);
  await storeHouseholds(newHomes, session);
  for (const { _id, primaryMemberId, isEmpty } of before.homes) {
    if (isEmpty || after.homes.some((home) => home._id === _id && !home.isEmpty)) continue;
    const left = people.filter((pair) => pair.before.household_id === _id);
    const last = left.find((pair) => pair.before._id === primaryMemberId) ?? left[0];
    if (last?.after.household_id) await moveHouseholdNotes(_id, last.after.household_id, session);
  }
  const members = new Map(before.people.map((member) => [member._id, member]));
  const changes: Change[] = changedHomes.flatMap((home) => primaryChange(home, known, members));
  for (const pair of people) {
    const member = members.get(pair.after._id);
    if (!member) continue;
    const written = writtenFields(pair.before, pair.after);
    await setMember(member, { ...written, modifiedBy: author.email, modifiedDt: now }, session);
    changes.push(...personChanges(member, pair.before, pair.after));
    if ('isActive' in written || 'deceasedDt' in written)
      await refreshCopies({ kind: 'member', id: member._id }, member.organizationNumber, author, session);
  }
  await recordChanges(
    changes.map((change) => ({ ...change, ...(reason && { reason }) })),
    author,
    now,
    session,
  );
}

const FIELDS = [
  'household_id',
  'relationship',
  'isActive',
  'deceasedDt',
  'deathDay',
  'address',
  'linkedHouseholds',
] as const satisfies (keyof Person)[];

function writtenFields(before: Person, after: Person): Partial<Person> {
  const changed = changedFields<Person>(before, after, FIELDS).map(({ field }) => field as keyof Person);
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** The history entry for a new primary member. */
function primaryChange(
  home: Home,
  known: ReadonlyMap<string, HouseholdRecord>,
  members: ReadonlyMap<string, MemberRecord>,
): Change[] {
  const from = members.get(known.get(home._id)?.primaryMemberId ?? '');
  const to = members.get(home.primaryMemberId);
  if (!to || from?._id === to._id) return [];
  // Readers of the entry may not know members elsewhere.
  const isNear = from?.organizationNumber === to.organizationNumber;
  const changes = [{ field: 'primaryMember', from: isNear ? fullName(from) : null, to: fullName(to) }];
  const memberIds = isNear ? [from._id, to._id] : [to._id];
  return [{ ...about(to), action: 'household.primary_changed', changes, memberIds }];
}

const about = (member: MemberRecord) => ({
  organizationNumber: member.organizationNumber,
  subject: memberSubject(member),
});

/** The history entries of a person: one for each kind of change. */
function personChanges(member: MemberRecord, before: Person, after: Person): Change[] {
  const fields = (...names: (typeof FIELDS)[number][]) => changedFields<Person>(before, after, names);
  const place = ({ address }: Person) => {
    if (!address) return { address };
    const { modifiedDt: _confirmed, ...rest } = address;
    return { address: rest };
  };
  const isMoved = before.household_id !== after.household_id;
  const edited = [
    ...(isMoved ? fields('isActive') : fields('relationship', 'isActive')),
    ...changedFields<{ address: object | null }>(place(before), place(after), ['address']),
  ];
  const died = fields('deceasedDt', 'deathDay');
  const entries: Omit<Change, 'organizationNumber' | 'subject'>[] = [
    ...(isMoved
      ? [{ action: 'member.moved', changes: fields('household_id', 'relationship') } as const]
      : []),
    ...(edited.length ? [{ action: 'member.updated', changes: edited } as const] : []),
    ...(died.length
      ? [
          {
            action: after.deceasedDt ? 'member.deceased' : 'member.death_taken_back',
            changes: died,
          } as const,
        ]
      : []),
    ...linkChanges(before.linkedHouseholds, after.linkedHouseholds),
  ];
  return entries.map((entry) => ({ ...about(member), ...entry }));
}

/** The entries for households that were linked to a member or unlinked. */
export function linkChanges(
  before: readonly string[],
  after: readonly string[],
): Pick<Change, 'action' | 'changes'>[] {
  const linked = after.filter((id) => !before.includes(id));
  const unlinked = before.filter((id) => !after.includes(id));
  const field = 'linkedHouseholds';
  return [
    ...linked.map(
      (id) => ({ action: 'household.linked', changes: [{ field, from: null, to: id }] }) as const,
    ),
    ...unlinked.map(
      (id) => ({ action: 'household.unlinked', changes: [{ field, from: id, to: null }] }) as const,
    ),
  ];
}
