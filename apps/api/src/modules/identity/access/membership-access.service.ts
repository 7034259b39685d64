/** Who may see a membership and what it owes (rules.md "Roles", "What is owed, and when"). */
import type { Actor } from '../../../platform/auth.ts';
import { capacityFor, ownMember, type Capacity, type Allowed } from './member-access.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findMember, type MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';

/** For a membership: its primary member, who pays for it; or (`self`) everybody whom it covers. */
export type AllowedForMembership = Allowed & { primary?: boolean };

/** The grant of policies for memberships; the primary member and covered members act as `self`. */
export type MembershipGrant = { membership: MembershipRecord; capacity: Capacity };

/** The grant for a posted membership: the membership to change, or the primary member of a new one. */
export type MembershipPostGrant = MembershipGrant | { membership: undefined; primary: MemberRecord };

/** The grant of the policy for a member in a membership. */
export type CoveredGrant = { membership: MembershipRecord; member: MemberRecord };

/** The grant for the memberships of a campaign: the campaign, and where the reader has the permission. */
export type CampaignMembershipsGrant = { campaign: CampaignRecord; organizationNumbers: readonly string[] };

/** The capacity in which the actor may act for a membership, or its donation; undefined when they may not. */
export async function capacityForMembership(
  actor: Actor,
  membership: { primaryMemberId: string; organizationNumber: string; members?: MembershipRecord['members'] },
  allowed: AllowedForMembership,
): Promise<Capacity | undefined> {
  const { primaryMemberId, organizationNumber, members = [] } = membership;
  const isPrimary = actor.memberId === primaryMemberId;
  const isCovered = members.some(
    ({ member_id, isActive }) => member_id === actor.memberId && isActive !== false,
  );
  if ((allowed.primary && isPrimary) || (allowed.self && (isPrimary || isCovered))) return 'self';
  const own = allowed.linked ? await ownMember(actor) : undefined;
  const primary = own?.linkedHouseholds.length ? await findMember(primaryMemberId) : undefined;
  const target = { _id: primaryMemberId, organizationNumber, household_id: primary?.household_id ?? null };
  return capacityFor(actor, target, { ...allowed, self: false });
}
