/** The reasons why people whom an import created cannot be removed: other records refer to them. */
import type { Session } from '../../../platform/database.ts';
import { refuseWhileDuesAreMade } from '../../funds/campaign-runs/run-changes.service.ts';
import { findContactsOf } from '../../people/contacts/contact.service.ts';
import { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import { hasCards } from '../../money/cards/card.service.ts';
import { creditEntriesOf } from '../../money/ledger/credit-entries.service.ts';
import { countOfficePaymentsOf } from '../../money/office/office-payment.service.ts';
import { countPaymentsOf } from '../../money/ledger/payment.service.ts';
import { findHouseholdMembers, type MemberRecord } from '../../people/members/member.service.ts';
import { findHouseholdNotes } from '../../people/members/household.service.ts';
import { isAsImported } from '../../funds/memberships/imported-part.service.ts';
import { isUntouched } from '../../funds/memberships/membership-opening.service.ts';
import {
  findMembershipsCovering,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { findUserOfMember } from '../../identity/users/user.service.ts';
import type { ImportRowRecord } from './import.model.ts';

/**
 * The reasons why memberships stay, by id, in the transaction that would remove them; others are left out. Throws 409
 * while dues of their campaign are being made: the job retries then.
 */
export async function whatKeepsMemberships(
  memberships: readonly MembershipRecord[],
  now: Date,
  session: Session,
): Promise<Map<string, string>> {
  for (const campaignId of new Set(memberships.map((one) => one.campaignId)))
    await refuseWhileDuesAreMade(campaignId, now, session);
  const kept = new Map<string, string>();
  for (const membership of memberships) {
    const { externalRef, _id } = membership;
    const name = `the membership ${externalRef ?? ''}`;
    if ((await findAllOfMembership(_id, session)).length > 0) kept.set(_id, `${name} has dues`);
    else if (!isUntouched(membership)) kept.set(_id, `${name} was edited since`);
  }
  return kept;
}

/** The reasons why people stay in memberships to which an import added them, by the ids of their parts. Throws 409 as above. */
export async function whatKeepsParts(
  rows: readonly ImportRowRecord[],
  memberships: readonly MembershipRecord[],
  now: Date,
  session: Session,
): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  for (const { joined = [], values, name } of rows)
    for (const one of joined) {
      const membership = memberships.find(({ _id }) => _id === one.membershipId);
      if (!membership) continue;
      await refuseWhileDuesAreMade(membership.campaignId, now, session);
      const { _id, externalRef } = membership;
      const about = `the membership ${externalRef ?? ''}`;
      const person = values.firstNm ?? name;
      const dues = await findAllOfMembership(_id, session);
      if (dues.some(({ members }) => members?.some(({ member_id }) => member_id === one.part.member_id)))
        kept.set(one.part._id, `${about} has dues for ${person}`);
      else if (!isAsImported(membership, one))
        kept.set(one.part._id, `the part of ${person} in ${about} was edited since`);
      else if (membership.primaryMemberId === one.part.member_id)
        kept.set(one.part._id, `${person} is the primary member of ${about} now`);
      else if (membership.payers?.some(({ member_id }) => member_id === one.part.member_id))
        kept.set(one.part._id, `${person} paid for ${about} since`);
    }
  return kept;
}

/**
 * The first reason of the people, after "Stays: "; null when nothing refers to any of them. `homes` are the households
 * created for them. Checked in the transaction that read them and would remove them: a concurrent reference to one of
 * them, or a move into their household, writes the same records, so that one of the two starts over.
 */
export async function whatKeeps(
  rows: readonly ImportRowRecord[],
  people: readonly MemberRecord[],
  membershipIds: readonly string[],
  homes: readonly string[],
): Promise<string | null> {
  const versions = new Map(rows.map(({ memberId, memberVersion }) => [memberId, memberVersion]));
  const ids = new Set(people.map(({ _id }) => _id));
  for (const home of homes) {
    const others = (await findHouseholdMembers(home)).filter(({ _id }) => !ids.has(_id));
    if (others[0]) return `${others[0].firstNm} lives in their household now`;
  }
  if ((await findHouseholdNotes(homes)).length) return 'the office has a note on their household';
  for (const person of people) {
    const { _id, firstNm } = person;
    if (person.version !== versions.get(_id)) return `${firstNm} was edited since`;
    if ((await findMembershipsCovering(_id)).some((membership) => !membershipIds.includes(membership._id)))
      return `${firstNm} has another membership now`;
    if ((await countPaymentsOf(_id)) || (await countOfficePaymentsOf(_id)))
      return `${firstNm} has paid since`;
    if ((await creditEntriesOf([_id])).length) return `${firstNm} has paid ahead`;
    if (await hasCards(_id)) return `${firstNm} has saved a card since`;
    const user = await findUserOfMember(_id);
    if (user) return `${firstNm} has a sign-in now`;
    if ((await findContactsOf(_id)).length > 0) return `${firstNm} is a contact of their organization now`;
  }
  return null;
}
