import * as z from 'zod/mini';
import { AssignedRole, RoleForm } from '@kinfold/domain/assigned-role';
import type { Role } from '@kinfold/domain/role';
import { ViewAsForm } from '@kinfold/domain/view-as';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { forbidden } from '../../platform/problem.ts';
import { recordSecurityEvent } from '../../modules/identity/security-events/security-event.service.ts';
import { authorOf } from '../author.ts';
import {
  findConfirmedUser,
  findUserNames,
  holdsAllOfRole,
  roleHolder,
} from '../../modules/identity/users/user.service.ts';
import { presentRole } from '../../modules/identity/roles/role.presenter.ts';
import {
  giveRole,
  listRoles,
  removeRole,
  type RolePlaceGrant,
  type RoleRecord,
} from '../../modules/identity/roles/role.service.ts';

const atPlace = endpointFor<RolePlaceGrant>();
const userNames = (roles: readonly RoleRecord[]) =>
  findUserNames(roles.flatMap(({ userId }) => userId ?? []));

/** Nobody may give or view as a role with permissions beyond their own there. Throws 403. */
async function requireAllOfRole(
  context: Context<unknown, unknown, RolePlaceGrant>,
  role: Role,
): Promise<void> {
  if (!(await holdsAllOfRole(actorOf(context), role, context.granted.place.path)))
    throw forbidden('That role holds more than your own.', 'role_beyond_own');
}

export const getRoles = atPlace({
  summary: 'The roles and invitations at an organization, including those from organizations above it',
  reply: z.array(AssignedRole),
  async handle({ granted: { place }, now }) {
    const { roles, organizationNames } = await listRoles(place, now);
    const names = await userNames(roles);
    return roles.map((role) => presentRole(role, place.organizationNumber, organizationNames, names));
  },
});

export const postRole = atPlace({
  summary: 'Give a user a role at an organization, or invite a person without an account',
  body: RoleForm,
  reply: AssignedRole,
  async handle(context) {
    const { granted, body, deps, now, today } = context;
    const { place } = granted;
    await requireAllOfRole(context, body.role);
    const { TIME_ZONE: timeZone, APP_URL: appUrl } = deps.config;
    const clock = { now, today, timeZone, appUrl };
    const user = await findConfirmedUser(body.email);
    const given = await giveRole(place, body, user && roleHolder(user), await authorOf(context), clock);
    const name = new Map([[place.organizationNumber, place.organizationName]]);
    return new Reply(201, presentRole(given, place.organizationNumber, name, await userNames([given])));
  },
});

export const deleteRole = atPlace({
  summary: 'Take away a role that was given at an organization, or an invitation to one',
  async handle(context) {
    const { granted, params, now } = context;
    await removeRole(granted.place, params['roleId'] ?? '', await authorOf(context), now);
    return new Reply(204);
  },
});

export const postViewAs = atPlace({
  summary:
    'Begin to view as a role at an organization, with the header View-As; recorded as a security event',
  body: ViewAsForm,
  async handle(context) {
    await requireAllOfRole(context, context.body.role);
    const { userId, email } = actorOf(context);
    await recordSecurityEvent('viewed_as', { _id: userId, email }, context.request.ip, context.now);
    return new Reply(204);
  },
});
