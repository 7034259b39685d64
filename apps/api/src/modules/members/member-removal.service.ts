/** Taking a member out of the books, with their places in counters, households and the links of others. */
import type { Author } from '../../platform/author.ts';
import type { Session } from '../../platform/database.ts';
import { conflict } from '../../platform/problem.ts';
import { changedFields, type Change } from '../audit/audit.service.ts';
import { countInOrganization } from '../organizations/organization.service.ts';
import { eraseHouseholds } from './household.model.ts';
import { findHousehold } from './household.service.ts';
import {
  eraseMember,
  pullLinkedHousehold,
  readHouseholdMembers,
  readLinkedTo,
  type MemberRecord,
} from './member.model.ts';
import { memberSubject } from './member.service.ts';

const DELETED_FIELDS = ['memberId', 'birthDt', 'relationship', 'household_id', 'address', 'phones'] as const;

/** Whether somebody is the primary member of a household in which others live. */
export async function isPrimaryOfOthers({ _id, household_id }: MemberRecord): Promise<boolean> {
  const household = household_id === null ? undefined : await findHousehold(household_id);
  if (household?.primaryMemberId !== _id) return false;
  return (await readHouseholdMembers([household._id])).some((other) => other._id !== _id);
}

/**
 * Takes a member, on whom nothing hangs, out of the books, in the transaction of the caller; what was done, for the history.
 * A household in which they lived alone goes with them, and is taken from those to whom it was linked. Throws 409 for the
 * primary member of a household with others in it.
 */
export async function removeMember(
  member: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<Change[]> {
  if (await isPrimaryOfOthers(member))
    throw conflict('member_in_use', `${member.firstNm} is the primary member of a household.`);
  const { organizationNumber, household_id } = member;
  await eraseMember(member._id, session);
  await countInOrganization(organizationNumber, 'membersCnt', -1, session);
  const deleted = {
    organizationNumber,
    action: 'member.deleted',
    subject: memberSubject(member),
    changes: changedFields<MemberRecord>(member, {}, DELETED_FIELDS),
  } as const;
  const household = household_id === null ? undefined : await findHousehold(household_id);
  if (household?.primaryMemberId !== member._id) return [deleted];
  const linked = await readLinkedTo(household._id, session);
  if (linked.length)
    await pullLinkedHousehold(household._id, { modifiedBy: author.email, modifiedDt: now }, session);
  await eraseHouseholds([household._id], session);
  return [
    deleted,
    ...linked.map((other): Change => ({
      organizationNumber: other.organizationNumber,
      action: 'member.updated',
      subject: memberSubject(other),
      changes: [{ field: 'linkedHouseholds', from: household._id, to: null }],
    })),
  ];
}
