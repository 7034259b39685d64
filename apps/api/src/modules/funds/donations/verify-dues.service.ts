/** Verifies that dues have their membership, and that the payer of open ones is the membership's. */
import type { Check, Problems } from '../../../platform/verification.ts';
import { findMemberships } from '../memberships/membership.service.ts';
import { donationIds, findStoredDonations } from './donation.service.ts';

/** All dues. Nothing is repaired: no other record says who owes what. */
export const duesOfMemberships: Check = { keys: donationIds, problemsOf: duesProblems };

async function duesProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const dues = await findStoredDonations(ids);
  const memberships = await findMemberships([...new Set(dues.map((due) => due.campaignMembershipId))]);
  const payers = new Map(memberships.map(({ _id, primaryMemberId }) => [_id, primaryMemberId]));
  for (const { _id, campaignMembershipId, isOpen, primaryMember } of dues) {
    const payer = payers.get(campaignMembershipId);
    if (payer === undefined) found.set(_id, `Donation ${_id} refers to a membership that does not exist.`);
    else if (isOpen && primaryMember._id !== payer)
      found.set(_id, `Donation ${_id} has another payer than its membership.`);
  }
  return found;
}
