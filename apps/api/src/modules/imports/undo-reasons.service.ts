/** Why people whom an import made cannot be taken back: something hangs on them by now. */
import type { Session } from '../../platform/database.ts';
import { refuseWhileDuesAreMade } from '../campaign-runs/run-changes.service.ts';
import { findContactsOf } from '../contacts/contact.service.ts';
import { findAllOfMembership } from '../donations/donation.service.ts';
import { countPaymentsOf } from '../ledger/payment.service.ts';
import { findHouseholdMembers, type MemberRecord } from '../members/member.service.ts';
import { isUntouched } from '../memberships/membership-opening.service.ts';
import { findMembershipsCovering, type MembershipRecord } from '../memberships/membership.service.ts';
import { findUserOfMember } from '../users/user.service.ts';
import type { ImportRowRecord } from './import.model.ts';

/**
 * The first reason that memberships have, in the transaction that would remove them; null when they have none. Throws 409
 * while dues of their campaign are being made: it is tried again then.
 */
export async function whatKeepsMemberships(
  memberships: readonly MembershipRecord[],
  now: Date,
  session: Session,
): Promise<string | null> {
  for (const campaignId of new Set(memberships.map((one) => one.campaignId)))
    await refuseWhileDuesAreMade(campaignId, now, session);
  for (const membership of memberships) {
    const { externalRef, _id } = membership;
    if ((await findAllOfMembership(_id, session)).length > 0)
      return `the membership ${externalRef ?? ''} has dues`;
    if (!isUntouched(membership)) return `the membership ${externalRef ?? ''} was edited since`;
  }
  return null;
}

/** The first reason of the people, after "Stays: "; null when nothing hangs on any of them. `homes` are the households made for them. */
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
    if (others[0]) return `${others[0].firstNm} lives in their household by now`;
  }
  for (const person of people) {
    const { _id, firstNm } = person;
    if (person.version !== versions.get(_id)) return `${firstNm} was edited since`;
    if ((await findMembershipsCovering(_id)).some((one) => !membershipIds.includes(one._id)))
      return `${firstNm} has another membership by now`;
    if (await countPaymentsOf(_id)) return `${firstNm} has paid since`;
    const user = await findUserOfMember(_id);
    if (user) return `${firstNm} has a sign-in by now`;
    if ((await findContactsOf(_id)).length > 0) return `${firstNm} is a contact of their organization by now`;
  }
  return null;
}
