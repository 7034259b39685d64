import {
  type Allowed,
  type MemberGrant,
  type MemberPostGrant,
  ownMember,
  capacityFor,
} from '../../modules/identity/access/member-access.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import { requireMember } from '../../modules/people/members/member.service.ts';
import { notFound } from '../../platform/problem.ts';
import { type Policy, actorOf, type Context } from '../endpoint.ts';
import { nameOf, textOfBody, newAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/**
 * For a member named in the path by `_id` (or printed number) in `parameter`: the member themself, a user whose linked
 * account it is, staff of its organization. 404 for everybody else: a member's existence is private.
 */
export function memberPolicy(parameter: string, allowed: Allowed): Policy<MemberGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMember(context, context.params[parameter], allowed),
  );
}

/** For a member named in the body, in the first of some fields that is present; otherwise as for paths. */
export function memberOfBodyPolicy(fields: readonly string[], allowed: Allowed): Policy<MemberGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMember(context, textOfBody(context, fields), allowed),
  );
}

/**
 * For a body that is a member: with `_id` or `memberId`, the member themself, who may change little, or staff who may
 * update them; without, staff who may make members at its `organizationNumber`.
 */
export const memberPostPolicy = signedInPolicy<MemberPostGrant>(
  'self, staff with members.update, staff with members.create',
  async (context) => {
    const actor = actorOf(context);
    const named = textOfBody(context, ['_id', 'memberId']);
    if (named === undefined)
      return { member: undefined, organization: await newAt(context, actor, 'members.create') };
    const grant = await grantMember(context, named, { self: true, staff: 'members.update' });
    const isStaff = await isActorPermitted(actor, 'members.update', grant.member.organizationNumber);
    return isStaff ? { ...grant, capacity: 'staff' } : grant;
  },
);

export async function grantMember(
  context: Context,
  idOrMemberNumber: string | undefined,
  allowed: Allowed,
): Promise<MemberGrant> {
  const actor = actorOf(context);
  const member =
    idOrMemberNumber === actor.memberId ? await ownMember(actor) : await requireMember(idOrMemberNumber);
  const capacity = member && (await capacityFor(actor, member, allowed));
  if (!member || !capacity) throw notFound();
  return { member, capacity };
}
