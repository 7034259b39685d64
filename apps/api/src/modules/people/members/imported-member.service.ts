/** Members whom an import changes or removes: the history has its figures, and no entry for each of them. */
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import type { Session } from '../../../platform/database.ts';
import { countInOrganization } from '../../organizations/organizations/organization.service.ts';
import { eraseHouseholds } from './household.model.ts';
import { eraseHouseholdNotes } from './household-note.model.ts';
import { eraseMember, readLinkedTo, setMember, type MemberRecord } from './member.model.ts';
import { bouncedAfter, memberKeys } from './member-keys.ts';
import { formerNamesOf, requireDeactivatable } from './member-update.service.ts';

/** The fields of a member that lists copy. */
const COPIED: readonly (keyof MemberRecord)[] = [
  'firstNm',
  'lastNm',
  'suffix',
  'phones',
  'emails',
  'isActive',
  'preferredWay',
];

/**
 * Writes fields of a member, and the keys derived from them; returns the new version. Throws 422 for deactivating the
 * primary member of active people, as an edit does.
 */
export async function writeImportedFields(
  member: MemberRecord,
  fields: Partial<MemberRecord>,
  author: Author,
  now: Date,
  session: Session,
): Promise<number> {
  if (fields.isActive === false && member.isActive !== false) await requireDeactivatable(member, session);
  const modified = { modifiedBy: author.email, modifiedDt: now };
  const named = { ...formerNamesOf(member, fields, now), ...fields };
  const keys = { ...memberKeys({ ...member, ...named }), ...bouncedAfter(member, fields.emails) };
  const after = await setMember(member, { ...named, ...keys, ...modified }, session);
  if (COPIED.some((field) => field in fields))
    await refreshCopies({ kind: 'member', id: member._id }, member.organizationNumber, author, session);
  return after?.version ?? member.version;
}

/** Returns whether a household is linked to a member, who may look at it and pay for it. */
export async function isHouseholdLinked(householdId: string, session: Session): Promise<boolean> {
  return (await readLinkedTo(householdId, session)).length > 0;
}

/** Deletes unreferenced members, as they were read in this transaction, and the households in which only they lived. */
export async function removeImported(
  members: readonly MemberRecord[],
  householdIds: readonly string[],
  session: Session,
): Promise<void> {
  for (const member of members) {
    await eraseMember(member, session);
    await countInOrganization(member.organizationNumber, 'membersCnt', -1, session);
  }
  await eraseHouseholdNotes(householdIds, session);
  await eraseHouseholds(householdIds, session);
}
