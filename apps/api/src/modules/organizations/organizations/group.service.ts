/** The groups of an organization, such as a choir or a board. */
import { isSameName } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, isObjectId } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { eraseGroup, insertGroup, listGroups, type GroupRecord } from './group.model.ts';
import {
  auditSubject,
  countInOrganization,
  requireOrganization,
  type OrganizationRecord,
} from './organization.service.ts';

export { findGroupsWith, listGroups, pullFromGroups, readGroup, setGroupPeople } from './group.model.ts';

export type { GroupRecord };

type Named = Pick<OrganizationRecord, 'organizationNumber' | 'organizationName'>;

/** Creates a group in an organization. Throws 409 when it has one of that name, however it is written. */
export async function addGroup(
  organization: Named,
  groupName: string,
  author: Author,
  now: Date,
): Promise<GroupRecord> {
  const { organizationNumber } = organization;
  const group = { _id: newId(), organizationNumber, groupName, createdBy: author.email, createdDt: now };
  const created = {
    organizationNumber,
    action: 'group.created',
    subject: auditSubject(organization),
    changes: [{ field: 'group', from: null, to: groupName }],
  } as const;
  try {
    await inTransaction(async (session) => {
      // First: of two at once, the second aborts, starts over, and sees what the first one added.
      await countInOrganization(organizationNumber, 'groupsCnt', 1, session);
      const others = await listGroups(organizationNumber, session);
      if (others.some((other) => isSameName(other.groupName, groupName))) throw groupExists();
      await insertGroup(group, session);
      await recordChanges([created], author, now, session);
    });
  } catch (error) {
    throw isDuplicateKey(error, 'groups.organization_name') ? groupExists() : error;
  }
  return group;
}

const groupExists = () => conflict('group_exists', 'There is a group of that name already.');

/** Creates a group in an organization by its number. Throws 404 for an unknown organization. */
export async function createGroup(
  { organizationNumber, groupName }: { organizationNumber: string; groupName: string },
  author: Author,
  now: Date,
): Promise<void> {
  await addGroup(await requireOrganization(organizationNumber), groupName, author, now);
}

/** Deletes a group of an organization. Throws 404 when it has no such group. */
export async function removeGroup(
  organization: Named,
  groupId: string,
  author: Author,
  now: Date,
): Promise<void> {
  const { organizationNumber } = organization;
  const none = () => notFound('There is no such group.');
  if (!isObjectId(groupId)) throw none();
  await inTransaction(async (session) => {
    const erased = await eraseGroup(organizationNumber, groupId, session);
    if (!erased) throw none();
    await countInOrganization(organizationNumber, 'groupsCnt', -1, session);
    const removed = {
      organizationNumber,
      action: 'group.removed',
      subject: auditSubject(organization),
      changes: [{ field: 'group', from: erased.groupName, to: null }],
      // It is in the history of everybody who was in it.
      memberIds: erased.memberIds ?? [],
    } as const;
    await recordChanges([removed], author, now, session);
  });
}
