/** Who may: the policies of the URL map (decisions.md "Roles"). Each throws 401, 403 or 404 when one may not. */
import type { Permission } from '@kinfold/domain/permission';
import { actorOf, type Context, type Policy } from './platform/endpoint.ts';
import { forbidden, invalid, notFound } from './platform/problem.ts';
import { isActorPermitted, organizationsPermitted } from './modules/users/user.service.ts';
import { requireDonation } from './modules/donations/donation.service.ts';
import { findMemberAccess, isLinkedTo } from './modules/members/member.service.ts';
import { findMembershipAccess } from './modules/memberships/membership.service.ts';
import { requireRun } from './modules/campaign-runs/campaign-run.service.ts';
import { requireCampaign } from './modules/campaigns/campaign.service.ts';

const signedInPolicy = (name: string, check: Policy['check']): Policy => ({ name, isPublic: false, check });

/** Anyone, signed in or not. */
export const anyone: Policy = { name: 'anyone', isPublic: true, check: () => undefined };

/** Every signed-in user. */
export const signedIn: Policy = signedInPolicy('signed in', () => undefined);

type Whom = { self?: boolean; linked?: boolean; staff?: Permission };

/** Of a membership: its primary member, who pays for it; or (`self`) everybody whom it covers. */
type WhomOfMembership = Whom & { primary?: boolean };

const nameOf = ({ self, primary, linked, staff }: WhomOfMembership) =>
  [self && 'self', primary && 'primary member', linked && 'linked account', staff && `staff with ${staff}`]
    .filter(Boolean)
    .join(', ');

/**
 * For paths that name a member by `_id` (or printed number) in `parameter`: the member themself, someone whose
 * linked account it is, staff of its organization. Everybody else meets 404: a member's existence is private.
 */
export function memberPolicy(parameter: string, whom: Whom): Policy {
  return signedInPolicy(nameOf(whom), (context) =>
    permitForMember(context, context.params[parameter] ?? '', whom),
  );
}

/** For bodies that name a member in one of some fields, the first that is there; otherwise as for paths. */
export function memberOfBodyPolicy(fields: readonly string[], whom: Whom): Policy {
  return signedInPolicy(nameOf(whom), (context) => {
    const body: unknown = context.request.body;
    const given = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}));
    const wrong = fields.filter(
      (field) => !['string', 'undefined'].includes(typeof (given.get(field) ?? undefined)),
    );
    if (wrong.length) throw invalid(wrong.map((path) => ({ path, message: `${path} is a text` })));
    const named = fields.map((field) => given.get(field)).find((value) => typeof value === 'string');
    return permitForMember(context, named ?? '', whom);
  });
}

async function permitForMember(context: Context, idOrMemberNumber: string, whom: Whom): Promise<void> {
  const actor = actorOf(context);
  const member = await findMemberAccess(idOrMemberNumber);
  if (!member) throw notFound();
  if (whom.self && actor.memberId === member._id) return;
  if (whom.linked && actor.memberId && (await isLinkedTo(actor.memberId, member))) return;
  if (whom.staff && (await isActorPermitted(actor, whom.staff, member.organizationNumber))) return;
  throw notFound();
}

/** For paths that name a campaign membership: its primary or covered members, linked accounts, staff. */
export function membershipPolicy(parameter: string, whom: WhomOfMembership): Policy {
  return signedInPolicy(nameOf(whom), (context) =>
    permitForMembership(context, context.params[parameter] ?? '', whom),
  );
}

/** For paths that name a donation: as for the membership that owes it. */
export function donationPolicy(parameter: string, whom: WhomOfMembership): Policy {
  return signedInPolicy(nameOf(whom), async (context) => {
    const donation = await requireDonation(context.params[parameter]);
    await permitForMembership(context, donation.campaignMembershipId, whom);
  });
}

async function permitForMembership(
  context: Context,
  membershipId: string,
  whom: WhomOfMembership,
): Promise<void> {
  const actor = actorOf(context);
  const membership = await findMembershipAccess(membershipId);
  if (!membership) throw notFound();
  const { memberId } = actor;
  if (whom.self && memberId && membership.memberIds.includes(memberId)) return;
  if (whom.primary && membership.primaryMemberId === memberId) return;
  if (whom.linked && memberId) {
    const primary = await findMemberAccess(membership.primaryMemberId);
    if (primary && (await isLinkedTo(memberId, primary))) return;
  }
  if (whom.staff && (await isActorPermitted(actor, whom.staff, membership.organizationNumber))) return;
  throw notFound();
}

/** For paths that name an organization by its number: a permission there; 403 for everybody else. */
export function organizationPolicy(parameter: string, permission: Permission): Policy {
  return signedInPolicy(`staff with ${permission}`, async (context: Context) => {
    const organizationNumber = context.params[parameter] ?? '';
    if (!(await isActorPermitted(actorOf(context), permission, organizationNumber))) throw forbidden();
  });
}

/** For lists over organizations: a permission at any of them; 403 for everybody else. */
export function anyOrganizationPolicy(permission: Permission): Policy {
  return signedInPolicy(`staff with ${permission}`, async (context: Context) => {
    if (!(await organizationsPermitted(actorOf(context), permission)).length) throw forbidden();
  });
}

async function permitAtAny(context: Context, permission: Permission, organizationNumbers: readonly string[]) {
  const actor = actorOf(context);
  for (const organizationNumber of organizationNumbers)
    if (await isActorPermitted(actor, permission, organizationNumber)) return;
  throw forbidden();
}

/** For paths that name a campaign: a permission at its organization or at one that participates; 403 else. */
export function campaignPolicy(parameter: string, permission: Permission): Policy {
  return signedInPolicy(`staff with ${permission}`, async (context: Context) => {
    const campaign = await requireCampaign(context.params[parameter]);
    await permitAtAny(context, permission, campaign.offeredTo);
  });
}

/** For paths that name a campaign run: a permission as for its campaign. */
export function campaignRunPolicy(parameter: string, permission: Permission): Policy {
  return signedInPolicy(`staff with ${permission}`, async (context: Context) => {
    const run = await requireRun(context.params[parameter]);
    await permitAtAny(context, permission, (await requireCampaign(run.campaignId)).offeredTo);
  });
}
