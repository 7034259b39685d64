/** What policies read from a request, and where an actor has a permission. */
import { isPermittedAt, type Permission, ROOT } from '@kinfold/domain/permission';
import type { AllowedForMembership } from '../../modules/identity/access/membership-access.service.ts';
import { permittedOrganizations, isPermittedOnPath } from '../../modules/identity/users/user.service.ts';
import {
  type OrganizationGrant,
  findOrganization,
} from '../../modules/organizations/organizations/organization.service.ts';
import type { Actor } from '../../platform/auth.ts';
import { invalid, forbidden, notFound } from '../../platform/problem.ts';
import type { Context } from '../endpoint.ts';

/** The name of a policy: everybody whom it lets pass. */
export const nameOf = ({ self, primary, linked, staff }: AllowedForMembership) =>
  [self && 'self', primary && 'primary member', linked && 'linked account', staff && `staff with ${staff}`]
    .filter(Boolean)
    .join(', ');

/** Returns the first of some fields of a body that holds a text. Throws 422 when one of them is neither a text nor missing. */
export function textOfBody({ request }: Context, fields: readonly string[]): string | undefined {
  const body: unknown = request.body;
  const given = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}));
  const wrong = fields.filter(
    (field) => !['string', 'undefined'].includes(typeof (given.get(field) ?? undefined)),
  );
  if (wrong.length) throw invalid(wrong.map((path) => ({ path, message: `${path} is a text` })));
  return fields.map((field) => given.get(field)).find((value) => typeof value === 'string');
}

/** Returns a record whose stored scope is within a permission of the actor. Throws 404 with `missing` for any other. */
export async function permittedRecord<T extends { scope: readonly string[] }>(
  actor: Actor,
  permission: Permission,
  record: T | undefined,
  missing: string,
): Promise<T> {
  const permittedAt = await permittedOrganizations(actor, permission);
  if (!record || !isPermittedAt(permittedAt, record.scope)) throw notFound(missing);
  return record;
}

/** Returns the organization that a body names as the place of a new record. Throws 403 where the actor may not create it. */
export async function newAt(
  context: Context,
  actor: Actor,
  permission: Permission,
): Promise<OrganizationGrant['organization']> {
  const organizationNumber = textOfBody(context, ['organizationNumber']);
  if (!(await permittedOrganizations(actor, permission)).length) throw forbidden();
  if (!organizationNumber) throw invalid([{ path: 'organizationNumber', message: 'Say which organization' }]);
  const organization = await findOrganization(organizationNumber);
  if (!(await isPermittedOnPath(actor, permission, organization?.path ?? []))) throw forbidden();
  if (!organization)
    throw invalid([{ path: 'organizationNumber', message: 'There is no such organization' }]);
  return organization;
}

/**
 * Returns those of some permissions that the actor has at an organization and everything below it; `*` for all
 * organizations. Throws 403 when the actor has none of them there.
 */
export async function permissionsAt(
  actor: Actor,
  organizationNumber: string,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  const isRoot = organizationNumber === ROOT;
  const organization = isRoot ? undefined : await findOrganization(organizationNumber);
  const found: Permission[] = [];
  for (const permission of permissions)
    if (await isPermittedOnPath(actor, permission, organization?.path ?? [])) found.push(permission);
  if (!found.length) throw forbidden();
  if (!organization && !isRoot) throw notFound('There is no such organization.');
  return found;
}

/** Returns the organizations where an actor has one of some permissions, which count below them too; `*` for everywhere. */
export async function scopeFor(actor: Actor, permissions: readonly Permission[]): Promise<string[]> {
  const numbers = permissions.map((permission) => permittedOrganizations(actor, permission));
  return [...new Set((await Promise.all(numbers)).flat())];
}
