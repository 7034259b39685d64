/** Who may see a membership and what it owes (rules.md "Roles", "What is owed, and when"). */
import type { Actor } from '../../../platform/auth.ts';
import { capacityFor, ownMember, type Capacity, type Allowed } from './member-access.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findMember, type MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';

/** Of a membership: its primary member, who pays for it; or (`self`) everybody whom it covers. */
export type AllowedForMembership = Allowed & { primary?: boolean };

/** What a policy for memberships hands over; its primary member and whoever it covers act as `self`. */
export type MembershipGrant = { membership: MembershipRecord; capacity: Capacity };

/** What the policy of a membership that is sent hands over: which to change, or for whom to make one. */
export type MembershipPostGrant = MembershipGrant | { membership: undefined; primary: MemberRecord };

/** What a policy for a member in a membership hands over. */
export type CoveredGrant = { membership: MembershipRecord; member: MemberRecord };

/** What a policy for the memberships of a campaign hands over: the campaign, and where its reader holds the permission. */
export type CampaignMembershipsGrant = { campaign: CampaignRecord; organizationNumbers: readonly string[] };

/** As what the actor may act for a membership, or for a donation that it owes; undefined when they may not. */
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
