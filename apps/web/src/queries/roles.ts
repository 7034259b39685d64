import { AssignedRole, type RoleForm } from '@kinfold/domain/assigned-role';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { SUBJECT_HISTORY } from './audit-entries.ts';
import { viewAs, type ViewAs } from '../lib/view-as.ts';
import { scopeQuery } from './scopes.ts';

const AssignedRoles = z.array(AssignedRole);

/** Who holds which role at an organization (`*`: all of them) or was invited: `GET /v2/organizations/{n}/roles`. */
export const rolesQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['roles', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/roles`, AssignedRoles, { signal }),
  });

/** Updates the shown roles at once. */
function changeRoles(
  client: QueryClient,
  organizationNumber: string,
  change: (roles: AssignedRole[]) => AssignedRole[],
): void {
  client.setQueryData(rolesQuery(organizationNumber).queryKey, (shown) => shown && change(shown));
}

/** Refetches what depends on roles, also after an error: the server may have made the change. One's own may have changed. */
function refreshRoles(client: QueryClient): void {
  for (const queryKey of [['roles'], [SUBJECT_HISTORY], scopeQuery.queryKey])
    void client.invalidateQueries({ queryKey });
}

/** Gives a role, or with `invite` mails an invitation to who has no account: `POST /v2/organizations/{n}/roles`. */
export async function giveRole(
  client: QueryClient,
  organizationNumber: string,
  form: RoleForm,
): Promise<AssignedRole> {
  try {
    const path = urlPath`/v2/organizations/${organizationNumber}/roles`;
    const given = await http.post(path, form, AssignedRole);
    changeRoles(client, organizationNumber, (roles) => [
      ...roles.filter(({ _id }) => _id !== given._id),
      given,
    ]);
    return given;
  } finally {
    refreshRoles(client);
  }
}

/** Takes a role away, or an invitation back: `DELETE /v2/organizations/{n}/roles/{roleId}`. */
export async function removeRole(
  client: QueryClient,
  organizationNumber: string,
  roleId: string,
): Promise<void> {
  try {
    await http.delete(urlPath`/v2/organizations/${organizationNumber}/roles/${roleId}`);
    changeRoles(client, organizationNumber, (roles) => roles.filter(({ _id }) => _id !== roleId));
  } finally {
    refreshRoles(client);
  }
}

/** Begins to look as a role, until `viewAs.stop()`: `POST /v2/organizations/{n}/roles/view-as`. */
export async function startViewAs(role: ViewAs): Promise<void> {
  const path = urlPath`/v2/organizations/${role.organizationNumber}/roles/view-as`;
  await http.postRaw(path, { role: role.role });
  viewAs.start(role);
}
