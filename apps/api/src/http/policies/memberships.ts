import type { Permission } from '@kinfold/domain/permission';
import { type DonationGrant, requireDonation } from '../../modules/funds/donations/donation.service.ts';
import { requireMembership } from '../../modules/funds/memberships/membership.service.ts';
import {
  type AllowedForMembership,
  type MembershipGrant,
  type MembershipPostGrant,
  capacityForMembership,
  type CoveredGrant,
} from '../../modules/identity/access/membership-access.service.ts';
import { permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { notFound, invalid } from '../../platform/problem.ts';
import { type Policy, actorOf, type Context } from '../endpoint.ts';
import { grantMember } from './members.ts';
import { nameOf, textOfBody } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For a campaign membership named in the path: its primary or covered members, linked accounts, staff. */
export function membershipPolicy(parameter: string, allowed: AllowedForMembership): Policy<MembershipGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMembership(context, context.params[parameter], allowed),
  );
}

/**
 * For a body that is a membership: with `_id`, staff who may change it; without, staff who may make one for its
 * `primaryMemberId`. 404 for everybody else.
 */
export const membershipPostPolicy = signedInPolicy<MembershipPostGrant>(
  'staff with memberships.update',
  async (context) => {
    const allowed = { staff: 'memberships.update' } as const;
    const named = textOfBody(context, ['_id']);
    if (named !== undefined) return grantMembership(context, named, allowed);
    const primaryId = textOfBody(context, ['primaryMemberId']);
    if (!(await permittedOrganizations(actorOf(context), allowed.staff)).length) throw notFound();
    if (!primaryId) throw invalid([{ path: 'primaryMemberId', message: 'Say for whom' }]);
    const { member } = await grantMember(context, primaryId, allowed);
    return { membership: undefined, primary: member };
  },
);

/** For a campaign membership named in a field of the body: as for paths. */
export function membershipOfBodyPolicy(
  field: string,
  allowed: AllowedForMembership,
): Policy<MembershipGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMembership(context, textOfBody(context, [field]), allowed),
  );
}

async function grantMembership(
  context: Context,
  membershipId: string | undefined,
  allowed: AllowedForMembership,
): Promise<MembershipGrant> {
  const membership = await requireMembership(membershipId);
  const capacity = await capacityForMembership(actorOf(context), membership, allowed);
  if (!capacity) throw notFound();
  return { membership, capacity };
}

/** For a member and a membership named in the path: staff who may change both; 404 for everybody else. */
export function coveredPolicy(
  memberParameter: string,
  membershipParameter: string,
  permission: Permission,
): Policy<CoveredGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const allowed = { staff: permission };
    const { member } = await grantMember(context, context.params[memberParameter], allowed);
    const { membership } = await grantMembership(context, context.params[membershipParameter], allowed);
    return { member, membership };
  });
}

/** For a donation named in the path: as for the membership that owes it. */
export function donationPolicy(allowed: Omit<AllowedForMembership, 'self'>): Policy<DonationGrant> {
  return signedInPolicy(nameOf(allowed), async (context) => {
    const donation = await requireDonation(context.params['donationId']);
    const { organizationNumber, primaryMember } = donation;
    const owed = { organizationNumber, primaryMemberId: primaryMember._id };
    const capacity = await capacityForMembership(actorOf(context), owed, allowed);
    if (!capacity) throw notFound();
    return { donation, capacity };
  });
}
