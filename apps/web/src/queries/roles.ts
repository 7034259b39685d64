import { AssignedRole, type RoleForm } from '@kinfold/domain/assigned-role';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { viewAs, type ViewAs } from '../lib/view-as.ts';

const AssignedRoles = z.array(AssignedRole);

/** The roles and invitations at an organization (`*`: all of them): `GET /v2/organizations/{n}/roles`. */
export const rolesQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['roles', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/roles`, AssignedRoles, { signal }),
  });

/**
 * Gives a role, or with `invite` mails an invitation to a person without an account: `POST
 * /v2/organizations/{n}/roles`.
 */
export function giveRole(
  client: QueryClient,
  organizationNumber: string,
  form: RoleForm,
): Promise<AssignedRole> {
  const path = urlPath`/v2/organizations/${organizationNumber}/roles`;
  return change(client, () => http.post(path, form, AssignedRole));
}

/** Removes a role, or withdraws an invitation: `DELETE /v2/organizations/{n}/roles/{roleId}`. */
export async function removeRole(
  client: QueryClient,
  organizationNumber: string,
  roleId: string,
): Promise<void> {
  const path = urlPath`/v2/organizations/${organizationNumber}/roles/${roleId}`;
  await change(client, () => http.delete(path));
}

/** Starts viewing as a role, until `viewAs.stop()`: `POST /v2/organizations/{n}/roles/view-as`. */
export async function startViewAs(role: ViewAs): Promise<void> {
  const path = urlPath`/v2/organizations/${role.organizationNumber}/roles/view-as`;
  await http.postRaw(path, { role: role.role });
  viewAs.start(role);
}
