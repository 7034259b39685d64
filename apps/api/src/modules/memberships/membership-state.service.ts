/** Confirming, activating and deactivating memberships (spec section 4). */
import { membershipTotalPrice } from '@kinfold/domain/campaign-membership';
import { END_OF_TIME } from '@kinfold/domain/dates';
import type { Author } from '../../platform/author.ts';
import { inTransaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { changedFields, recordChanges } from '../audit/audit.service.ts';
import { fullName, type MemberRecord } from '../members/member.service.ts';
import {
  readMembership,
  setMembership,
  type CoveredMemberRecord,
  type MembershipRecord,
} from './membership.model.ts';
import { membershipSubject } from './membership.service.ts';

/**
 * Makes a membership active or inactive. Deactivating ends everybody's part in it now. Activating begins it now for those
 * who waited to be confirmed, or who were taken out together with it, as far as they are active themselves; who was taken
 * out before stays out. Prices stay as they are. One of another version than `version` is given as it is, unchanged.
 * Throws 404 when it is gone, 409 for activating that of an inactive primary member.
 */
export async function setMembershipState(
  membershipId: string,
  { isActive, version }: { isActive: boolean; version?: number | undefined },
  people: ReadonlyMap<string, MemberRecord>,
  author: Author,
  now: Date,
): Promise<{ membership: MembershipRecord; isChanged: boolean }> {
  return inTransaction(async (session) => {
    const before = await readMembership(membershipId, session);
    if (!before) throw notFound();
    if (version !== undefined && version !== before.version) return { membership: before, isChanged: false };
    if (before.isActive === isActive) return { membership: before, isChanged: true };
    const primary = people.get(before.primaryMemberId);
    if (isActive && primary?.isActive === false)
      throw conflict('primary_inactive', `${fullName(primary)} is inactive. Make them active first.`);
    const members = isActive ? begun(before, people, now) : ended(before, now);
    const totalPrice = membershipTotalPrice(members);
    const change = { isActive, members, totalPrice, ...(isActive && { activeDt: now }) };
    const modified = { modifiedBy: author.email, modifiedDt: now };
    const after = await setMembership(membershipId, { ...change, ...modified }, session);
    if (!after) throw notFound();
    const updated = {
      organizationNumber: after.organizationNumber,
      action: before.isActive === null && isActive ? 'membership.confirmed' : 'membership.updated',
      subject: membershipSubject(after),
      changes: changedFields<MembershipRecord>(before, after, ['isActive', 'totalPrice']),
    } as const;
    await recordChanges([updated], author, now, session);
    return { membership: after, isChanged: true };
  });
}

const ended = ({ members }: MembershipRecord, now: Date): CoveredMemberRecord[] =>
  members.map((one) => (one.isActive === false ? one : { ...one, isActive: false, endDt: now }));

/** The primary member is never taken out alone: who left when they did, left with the membership. */
function begun(
  { members, primaryMemberId }: MembershipRecord,
  people: ReadonlyMap<string, MemberRecord>,
  now: Date,
): CoveredMemberRecord[] {
  const end = members.find(({ member_id }) => member_id === primaryMemberId)?.endDt ?? now;
  return members.map((one) => {
    const isOut = one.isActive === false && one.endDt < end;
    const isOwnActive = people.get(one.member_id)?.isActive !== false;
    if (isOut || !isOwnActive || one.isActive === true) return one;
    return { ...one, isActive: true, startDt: now, endDt: END_OF_TIME };
  });
}
