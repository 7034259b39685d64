/** Who may see or pay for another member (rules.md "Roles"). */
import type { Permission } from '@kinfold/domain/permission';
import type { Actor } from '../../../platform/auth.ts';
import { memoizeByIdentity } from '../../../platform/memoize.ts';
import {
  numbersWithin,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../users/user.service.ts';
import { findMember, isLinkedTo, type MemberRecord } from '../../people/members/member.service.ts';

/** The capacity in which a user acts for a member: the member themself, a user whose linked account it is, or staff. */
export type Capacity = 'self' | 'linked' | 'staff';

/** The allowed capacities; staff need the permission at the organization or above it. */
export type Allowed = { self?: boolean; linked?: boolean; staff?: Permission };

/** The grant of policies for members. */
export type MemberGrant = { member: MemberRecord; capacity: Capacity };

/** The grant for a posted member: the member to change, or the organization of a new one. */
export type MemberPostGrant = MemberGrant | { member: undefined; organization: OrganizationRecord };

type Target = Pick<MemberRecord, '_id' | 'organizationNumber' | 'household_id'>;

/** The actor's own member, read once per request. */
export const ownMember = memoizeByIdentity(async (actor: Actor) =>
  actor.memberId === null ? undefined : findMember(actor.memberId),
);

/** Returns whether a member is an account that is linked to the actor's. */
async function isLinkedAccount(actor: Actor, target: Pick<Target, '_id' | 'household_id'>): Promise<boolean> {
  const own = await ownMember(actor);
  return own !== undefined && isLinkedTo(own, target);
}

/** The capacity in which the actor may act for a member, the closest first; undefined when they may not. */
export async function capacityFor(
  actor: Actor,
  target: Target,
  allowed: Allowed,
): Promise<Capacity | undefined> {
  if (allowed.self && actor.memberId === target._id) return 'self';
  if (allowed.linked && (await isLinkedAccount(actor, target))) return 'linked';
  if (allowed.staff && (await isActorPermitted(actor, allowed.staff, target.organizationNumber)))
    return 'staff';
  return undefined;
}

/** Returns whether the actor may see what a member owes and pays: their own, a linked account's, or as staff. */
export async function mayReadMoneyOf(actor: Actor, member: Target): Promise<boolean> {
  const allowed = { self: true, linked: true, staff: 'organization.donations.get' } as const;
  return (await capacityFor(actor, member, allowed)) !== undefined;
}

/** The same for many members of one answer: where staff may see it is read once, not for each of them. */
export async function moneyReader(actor: Actor): Promise<(member: Target) => Promise<boolean>> {
  const numbers = await numbersWithin(await permittedOrganizations(actor, 'organization.donations.get'));
  const permitted = numbers && new Set(numbers);
  return async (member) =>
    !permitted ||
    permitted.has(member.organizationNumber) ||
    (await capacityFor(actor, member, { self: true, linked: true })) !== undefined;
}
