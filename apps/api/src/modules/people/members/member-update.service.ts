/** Changes of a member, by themselves and by staff. */
import { deactivationFault } from '@kinfold/domain/household-change';
import { isSameAddress } from '@kinfold/domain/address';
import type { MemberEdit } from '@kinfold/domain/member-edit';
import { formerNamesAfter } from '@kinfold/domain/person-name';
import { storedPhone } from '@kinfold/domain/phone';
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import { changedFields, recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { linkChanges, readHouseholdState } from './household-state.service.ts';
import { raiseHouseholdVersions } from './household.service.ts';
import { setMember, type MemberRecord } from './member.model.ts';
import { bouncedAfter, memberKeys } from './member-keys.ts';
import { memberSubject, requireMember } from './member.service.ts';

/** The fields that an edit may change. */
type Editable = Pick<
  MemberRecord,
  | 'firstNm'
  | 'lastNm'
  | 'suffix'
  | 'middleInit'
  | 'birthDt'
  | 'relationship'
  | 'externalRef'
  | 'isActive'
  | 'address'
  | 'phones'
  | 'emails'
  | 'linkedHouseholds'
  | 'preferredWay'
  | 'unsubscribedDt'
>;

/**
 * Changes a member, and the keys derived from their fields; fields that are null or missing stay, and an empty text
 * clears an optional field. A new address is dated now; so is an unchanged one that the member sends (`confirmsAddress`).
 * An edit that changes nothing writes nothing. Returns the changed member, or, with `isStale`, the unchanged one when its
 * version differs from the one the change was made from. Throws 404 when the member is gone, 422 for deactivating the
 * primary member of active people.
 */
export async function updateMember(
  memberId: string,
  change: MemberEdit,
  confirmsAddress: boolean,
  author: Author,
  now: Date,
): Promise<{ member: MemberRecord; isStale: boolean }> {
  return inTransaction(async (session) => {
    const before = await requireMember(memberId, session);
    if (change.version !== undefined && change.version !== before.version)
      return { member: before, isStale: true };
    const edited = editedFields(change, before, confirmsAddress, now);
    const isCompleted = before.isToComplete === true && change.isComplete === true;
    if (!Object.keys(edited).length && !isCompleted) return { member: before, isStale: false };
    if (edited.isActive === false && before.isActive !== false) await requireDeactivatable(before, session);
    const named = { ...edited, ...formerNamesOf(before, edited, now) };
    const written = {
      ...named,
      ...memberKeys({ ...before, ...named }),
      ...bouncedAfter(before, edited.emails),
      ...(isCompleted && { isToComplete: false, toComplete: [] }),
      modifiedBy: author.email,
      modifiedDt: now,
    };
    const after = await setMember(before, written, session);
    if (!after) throw notFound();
    if (Object.keys(edited).length)
      await recordChanges(memberChanges(before, after, edited), author, now, session);
    // Lists also copy the first phone and email, `isActive`, and whether the member asks to be called.
    if (Object.keys(edited).some((field) => !NOT_COPIED.includes(field)))
      await refreshCopies({ kind: 'member', id: memberId }, after.organizationNumber, author, session);
    return { member: after, isStale: false };
  });
}

/** Where an edit changes a name: the former names with it. */
export function formerNamesOf(
  before: MemberRecord,
  edited: Partial<MemberRecord>,
  now: Date,
): Partial<Pick<MemberRecord, 'formerNames'>> {
  if (edited.firstNm === undefined && edited.lastNm === undefined) return {};
  return { formerNames: formerNamesAfter(before, { ...before, ...edited }, now) };
}

/** What of a member no list has a copy of. */
const NOT_COPIED = ['address', 'unsubscribedDt'];

/** Throws 422 for the primary member of a household with active others. Serializes changes of one household. */
export async function requireDeactivatable(
  { _id, household_id }: MemberRecord,
  session: Session,
): Promise<void> {
  if (household_id === null) return;
  const fault = deactivationFault(await readHouseholdState([_id], [], session), _id);
  if (fault) throw invalid([{ path: 'isActive', message: fault }]);
  await raiseHouseholdVersions([household_id], session);
}

/** The member's own fields that a change makes different. */
function editedFields(
  change: MemberEdit,
  before: MemberRecord,
  confirmsAddress: boolean,
  now: Date,
): Partial<Editable> {
  const { firstNm, lastNm, birthDt, relationship, isActive, address, phones, emails, externalRef } = change;
  const { linkedHouseholds, preferredWay, getsReminders } = change;
  const middleInit = change.middleInit ?? change.midInit;
  const keepsDate = address && !confirmsAddress && isSameAddress(before.address, address);
  const edited: Partial<Editable> = {
    ...withoutMissing({
      firstNm,
      lastNm,
      birthDt,
      relationship,
      isActive,
      address: keepsDate ? before.address : address && { ...address, modifiedDt: now },
      phones: phones?.map(({ phoneNbr }) => ({ phoneNbr: storedPhone(phoneNbr) })),
      emails,
      linkedHouseholds: linkedHouseholds && [...new Set(linkedHouseholds)],
    }),
    ...(change.isBirthDtUnknown && { birthDt: null }),
    ...(typeof change.suffix === 'string' && { suffix: change.suffix || null }),
    ...(typeof middleInit === 'string' && { middleInit: middleInit || null }),
    ...(typeof externalRef === 'string' && { externalRef: externalRef || null }),
    ...(typeof preferredWay === 'string' && { preferredWay: preferredWay || null }),
    ...(typeof getsReminders === 'boolean' && {
      unsubscribedDt: getsReminders ? null : (before.unsubscribedDt ?? now),
    }),
  };
  const changed = changedFields<Editable>(
    before,
    { ...before, ...edited },
    Object.keys(edited) as (keyof Editable)[],
  );
  return Object.fromEntries(changed.map(({ field }) => [field, edited[field as keyof Editable]]));
}

function withoutMissing<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const there = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(there) as { [K in keyof T]?: NonNullable<T[K]> };
}

const TOLD_FIELDS = [
  'firstNm',
  'lastNm',
  'suffix',
  'middleInit',
  'birthDt',
  'relationship',
  'externalRef',
  'isActive',
  'address',
  'phones',
  'emails',
  'preferredWay',
  'unsubscribedDt',
] as const satisfies (keyof Editable)[];

/** The history entries of an edit: households that were linked or unlinked have entries of their own. */
function memberChanges(before: MemberRecord, after: MemberRecord, edited: Partial<Editable>): Change[] {
  const links = linkChanges(before.linkedHouseholds, after.linkedHouseholds);
  const linked = links.map((change) => ({
    organizationNumber: after.organizationNumber,
    subject: memberSubject(after),
    ...change,
  }));
  const fields = Object.keys(edited);
  const isOnlyLinks = fields.length === 1 && fields[0] === 'linkedHouseholds';
  return isOnlyLinks ? linked : [memberUpdated(before, after, edited), ...linked];
}

function memberUpdated(before: MemberRecord, after: MemberRecord, edited: Partial<Editable>): Change {
  const { organizationNumber } = after;
  const changes = changedFields<Recorded>(recordedFields(before), recordedFields(after), TOLD_FIELDS);
  const isConfirmation = changes.length === 0 && Boolean(edited.address);
  const action = isConfirmation ? 'member.address_confirmed' : 'member.updated';
  return { organizationNumber, action, subject: memberSubject(after), changes };
}

type Recorded = Omit<Editable, 'address'> & { address: object | null };

/** The fields of a member that the history records: the address without the date of its confirmation. */
function recordedFields({ address, ...member }: MemberRecord): Recorded {
  if (!address) return { ...member, address };
  const { modifiedDt: _confirmed, ...place } = address;
  return { ...member, address: place };
}
