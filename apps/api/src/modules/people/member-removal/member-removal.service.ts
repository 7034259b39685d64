/** Deletes members to whom no record refers (spec section 7, `DELETE /api/v1/member/{id}`). */
import { totalBalance } from '@kinfold/domain/donation';
import { showMoney, sumCents } from '@kinfold/domain/money';
import { countOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { eraseCardsOf } from '../../money/cards/customer-removal.service.ts';
import { removeContactsOf } from '../contacts/contact.service.ts';
import { removeFromGroups } from '../groups/group-people.service.ts';
import { eraseMourningOf } from '../mourning/death-task.service.ts';
import { eraseLettersOf } from '../../funds/coverage/letter-check.service.ts';
import { readClaimsOf } from '../../funds/claims/claims-of-death.service.ts';
import { findOpenDonations } from '../../funds/donations/donation.service.ts';
import { creditEntriesOf } from '../../money/ledger/credit-entries.service.ts';
import { countOfficePaymentsOf } from '../../money/office/office-payment.service.ts';
import { countPaymentsOf } from '../../money/ledger/payment.service.ts';
import { isPrimaryOfOthers, removeMember } from '../members/member-removal.service.ts';
import { fullName, requireMember, type MemberRecord } from '../members/member.service.ts';
import { findMembershipsCovering } from '../../funds/memberships/membership.service.ts';
import { eraseOutreachTo } from '../../telling/outreach/outreach.service.ts';
import { findUserOfMember } from '../../identity/users/user.service.ts';

/** The records that refer to a member, in words; empty when they may be deleted. */
async function referencesTo(member: MemberRecord, currency: string): Promise<string[]> {
  const { _id, firstNm } = member;
  const [open, memberships, payments, atOffice, user, isPrimary, credit, claims] = await Promise.all([
    findOpenDonations([_id]),
    findMembershipsCovering(_id),
    countPaymentsOf(_id),
    countOfficePaymentsOf(_id),
    findUserOfMember(_id),
    isPrimaryOfOthers(member),
    creditEntriesOf([_id]),
    readClaimsOf(_id),
  ]);
  const owed = sumCents(open.map(totalBalance));
  const paidFor = memberships.filter(
    (membership) => membership.primaryMemberId === _id && membership.isActive !== false,
  );
  const others = memberships.filter((membership) => !paidFor.includes(membership));
  return [
    ...(owed > 0 ? [`${showMoney(owed, currency)} is still owed`] : []),
    ...paidFor.map(
      ({ externalRef, campaignName, isActive }) =>
        `the membership ${externalRef} of ${campaignName} is ${isActive ? 'active' : 'waiting to be confirmed'}`,
    ),
    ...(others.length
      ? [`${countOf(others.length, 'membership has', 'memberships have')} ${firstNm} in it`]
      : []),
    ...(payments + atOffice
      ? [`${countOf(payments + atOffice, 'payment was', 'payments were')} made by ${firstNm}`]
      : []),
    ...(credit.length ? [`${firstNm} has paid ahead`] : []),
    ...(claims.length ? [`${countOf(claims.length, 'claim', 'claims')} of this death`] : []),
    ...(isPrimary ? [`${firstNm} is the primary member of a household with others in it`] : []),
    ...(user ? [`${user.email} signs in as ${firstNm}`] : []),
  ];
}

/**
 * Deletes a member with their data, and their cards at the provider soon after. Throws 404 when they are gone, 409 naming
 * what refers to them.
 */
export async function deleteMember(
  memberId: string,
  currency: string,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    const member = await requireMember(memberId, session);
    const left = await referencesTo(member, currency);
    if (left.length)
      throw conflict('member_in_use', `${fullName(member)} cannot be deleted: ${left.join('; ')}.`);
    const contacts = await removeContactsOf(memberId, session);
    const groups = await removeFromGroups(member, session);
    await eraseOutreachTo(member._id, session);
    await eraseLettersOf(member._id, session);
    await eraseMourningOf(member._id, session);
    const removed = await removeMember(member, author, now, session);
    await eraseCardsOf(member, author, session);
    await recordChanges([...contacts, ...groups, ...removed], author, now, session);
  });
}
