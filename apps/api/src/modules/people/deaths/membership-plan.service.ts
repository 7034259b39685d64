/** What a death or another life event changes of memberships, written in its transaction. */
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { refuseWhileDuesAreMade } from '../../funds/campaign-runs/run-changes.service.ts';
import { findAllOfMembership, moveOpenDonations } from '../../funds/donations/donation.service.ts';
import { writeMembershipChange } from '../../funds/memberships/membership-change.service.ts';
import { setMembershipMark, type MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { Donation, MembershipPlan } from './death-plan.ts';

export type { Donation, MembershipPlan };

/** All donations of some memberships. */
export async function donationsOf(
  memberships: readonly MembershipRecord[],
  session: Session,
): Promise<Donation[]> {
  const found: Donation[] = [];
  for (const { _id } of memberships) found.push(...(await findAllOfMembership(_id, session)));
  return found;
}

/**
 * Writes the changes with their history; open dues go to a new payer, and those that nobody is left to pay are listed for the
 * office. Throws 409 while dues of a campaign are being made.
 */
export async function writeMembershipPlans(
  { memberships, donations }: { memberships: readonly MembershipPlan[]; donations: readonly Donation[] },
  by: { author: Author; now: Date; reason: string },
  session: Session,
): Promise<void> {
  for (const { tried, closes } of memberships) {
    const { before, after } = tried;
    const written = await writeMembershipChange(tried, by, session);
    if (!written) continue;
    // A job that makes dues may have read the membership as it was.
    if (before.primaryMemberId === after.primaryMemberId)
      await refuseWhileDuesAreMade(before.campaignId, by.now, session);
    else await moveOpenDonations(written, by.now, session);
    const isOwed = donations.some(
      (donation) => donation.campaignMembershipId === before._id && donation.isOpen,
    );
    if (closes) await setMembershipMark([before._id], 'needsPayer', isOwed, session);
    // One that stays ended, as when the day is corrected, still needs a payer.
    else if (before.needsPayer && after.isActive !== false)
      await setMembershipMark([before._id], 'needsPayer', false, session);
  }
}
