import * as z from 'zod/mini';
import { AssignedRole, RoleForm } from '@kinfold/domain/assigned-role';
import { actorOf, endpointFor, Reply } from '../../platform/endpoint.ts';
import { forbidden } from '../../platform/problem.ts';
import { authorOf } from '../access/member-access.service.ts';
import { findConfirmedUser, findUserNames, holdsAllOfRole } from '../users/user.service.ts';
import { presentRole } from './role.presenter.ts';
import { giveRole, listRoles, removeRole, type RolePlaceGrant, type RoleRecord } from './role.service.ts';

const atPlace = endpointFor<RolePlaceGrant>();
const userNames = (roles: readonly RoleRecord[]) =>
  findUserNames(roles.flatMap(({ userId }) => userId ?? []));

export const getRoles = atPlace({
  summary: 'Who holds which role at an organization, or was invited to one, those from above it included',
  reply: z.array(AssignedRole),
  async handle({ granted: { place }, now }) {
    const { roles, organizationNames } = await listRoles(place, now);
    const names = await userNames(roles);
    return roles.map((role) => presentRole(role, place.organizationNumber, organizationNames, names));
  },
});

export const postRole = atPlace({
  summary: 'Give a user a role at an organization, or invite somebody without an account to it',
  body: RoleForm,
  reply: AssignedRole,
  async handle(context) {
    const { granted, body, deps, now, today } = context;
    const { place } = granted;
    if (!(await holdsAllOfRole(actorOf(context), body.role, place.path)))
      throw forbidden('You cannot give a role that holds more than your own.');
    const { TIME_ZONE: timeZone, APP_URL: appUrl } = deps.config;
    const clock = { now, today, timeZone, appUrl };
    const user = await findConfirmedUser(body.email);
    const given = await giveRole(place, body, user, await authorOf(context), clock);
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
