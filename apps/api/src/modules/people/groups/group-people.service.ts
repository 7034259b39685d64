/** The people of a group, such as a choir or a board: members whom its organization's office puts into it. */
import { GROUP_PEOPLE_MAX } from '@kinfold/domain/organization';
import { listName } from '@kinfold/domain/person-name';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isObjectId, type Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import {
  findGroupsWith,
  pullFromGroups,
  readGroup,
  setGroupPeople,
  type GroupRecord,
} from '../../organizations/organizations/group.service.ts';
import {
  findMembers,
  fullName,
  memberSubject,
  tryLockMembers,
  type MemberRecord,
} from '../members/member.service.ts';

const none = () => notFound('There is no such group.');

/** Returns a group of an organization. Throws 404 when there is none. */
async function requireGroup(
  organizationNumber: string,
  groupId: string,
  session?: Session,
): Promise<GroupRecord> {
  const group = isObjectId(groupId) ? await readGroup(organizationNumber, groupId, session) : undefined;
  if (!group) throw none();
  return group;
}

/** A group with its people, by name. Throws 404 when the organization has no such group. */
export async function findGroupPeople(organizationNumber: string, groupId: string) {
  const group = await requireGroup(organizationNumber, groupId);
  const members = await findMembers(group.memberIds ?? []);
  return { group, members: members.toSorted((a, b) => listName(a).localeCompare(listName(b), 'en')) };
}

const joined = ({ organizationNumber, groupName }: GroupRecord, member: MemberRecord): Change => ({
  organizationNumber,
  action: 'group.joined',
  subject: memberSubject(member),
  changes: [{ field: 'group', from: null, to: groupName }],
});
const left = ({ organizationNumber, groupName }: GroupRecord, member: MemberRecord): Change => ({
  organizationNumber,
  action: 'group.left',
  subject: memberSubject(member),
  changes: [{ field: 'group', from: groupName, to: null }],
});

/** Puts members into a group; who is in it stays. Throws 404 for a group or a member that is gone, 409 for the dead. */
export async function addGroupPeople(
  organizationNumber: string,
  groupId: string,
  memberIds: readonly string[],
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    if (!(await tryLockMembers([...memberIds], session))) throw notFound('There is no such member.');
    const group = await requireGroup(organizationNumber, groupId, session);
    const before = group.memberIds ?? [];
    const added = (await findMembers(memberIds, session)).filter(({ _id }) => !before.includes(_id));
    const dead = added.find(({ deceasedDt }) => deceasedDt);
    if (dead) throw conflict('deceased', `${fullName(dead)} has died.`);
    if (before.length + added.length > GROUP_PEOPLE_MAX)
      throw conflict('group_full', `A group has at most ${GROUP_PEOPLE_MAX} people.`);
    await setGroupPeople(group._id, [...before, ...added.map(({ _id }) => _id)], session);
    await recordChanges(
      added.map((member) => joined(group, member)),
      author,
      now,
      session,
    );
  });
}

/** Takes a member out of a group. Throws 404 when they are not in it. */
export async function removeGroupPerson(
  organizationNumber: string,
  groupId: string,
  memberId: string,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    const group = await requireGroup(organizationNumber, groupId, session);
    const before = group.memberIds ?? [];
    if (!before.includes(memberId)) throw notFound('They are not in this group.');
    const after = before.filter((id) => id !== memberId);
    await setGroupPeople(group._id, after, session);
    const members = await findMembers([memberId], session);
    await recordChanges(
      members.map((member) => left(group, member)),
      author,
      now,
      session,
    );
  });
}

/** Takes a deleted or erased member out of all groups; returns the history entries. */
export async function removeFromGroups(member: MemberRecord, session: Session): Promise<Change[]> {
  const groups = await findGroupsWith(member._id, session);
  if (groups.length) await pullFromGroups(member._id, session);
  return groups.map((group) => left(group, member));
}
