import { type Permission, ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import type { RolePlaceGrant } from '../../modules/identity/roles/role.service.ts';
import { isPermittedOnPath, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { type ImportGrant, requireImport } from '../../modules/moving/imports/import.service.ts';
import {
  type OrganizationGrant,
  findOrganization,
  type OrganizationPostGrant,
  type ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { forbidden, notFound, invalid } from '../../platform/problem.ts';
import { type Policy, type Context, actorOf } from '../endpoint.ts';
import { textOfBody } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For an organization named by number in the path: a permission there; 403 for everybody else. */
export function organizationPolicy(parameter: string, permission: Permission): Policy<OrganizationGrant> {
  return signedInPolicy(`staff with ${permission}`, (context) =>
    grantOrganization(context, context.params[parameter], permission),
  );
}

async function grantOrganization(
  context: Context,
  organizationNumber: string | undefined,
  permission: Permission,
): Promise<OrganizationGrant> {
  const organization = await findOrganization(organizationNumber ?? '');
  if (!(await isPermittedOnPath(actorOf(context), permission, organization?.path ?? []))) throw forbidden();
  if (!organization) throw notFound('There is no such organization.');
  return { organization };
}

/** For an import of an organization named in the path: `members.import` there; imports of other organizations are not found. */
export const importPolicy = signedInPolicy<OrganizationGrant & ImportGrant>(
  'staff with members.import',
  async (context) => {
    const grant = await grantOrganization(context, context.params['organizationNumber'], 'members.import');
    const given = await requireImport(context.params['importId'] ?? '');
    if (given.organizationNumber !== grant.organization.organizationNumber)
      throw notFound('There is no such import.');
    return { ...grant, given };
  },
);

/** For roles at an organization of the path, or at the root (`*`): `roles.assign` there; 403 for everybody else. */
export function rolePlacePolicy(parameter: string): Policy<RolePlaceGrant> {
  return signedInPolicy('staff with roles.assign', async (context) => {
    const organizationNumber = context.params[parameter] ?? '';
    const place =
      organizationNumber === ROOT
        ? { organizationNumber, organizationName: ROOT_NAME, path: [] }
        : await findOrganization(organizationNumber);
    if (!(await isPermittedOnPath(actorOf(context), 'roles.assign', place?.path ?? []))) throw forbidden();
    if (!place) throw notFound('There is no such organization.');
    return { place };
  });
}

/**
 * For a body that is an organization: with `organizationNumber`, staff who may change it; to make one, or to move it
 * below another `parentOrganization`, staff who may make organizations there (null: anywhere).
 */
export const organizationPostPolicy = signedInPolicy<OrganizationPostGrant>(
  'staff with organization.details.update, staff with organizations.create',
  async (context) => {
    const actor = actorOf(context);
    const number = textOfBody(context, ['organizationNumber']);
    const organization = number ? await findOrganization(number) : undefined;
    if (number && !(await isPermittedOnPath(actor, 'organization.details.update', organization?.path ?? [])))
      throw forbidden();
    if (number && !organization) throw notFound('There is no such organization.');
    const named = textOfBody(context, ['parentOrganization']) || parentOfBody(context);
    const parentOrganization = organization || named !== undefined ? named : null;
    if (parentOrganization === undefined || parentOrganization === organization?.parentOrganization)
      return { organization, parentOrganization: undefined };
    const parent = parentOrganization === null ? undefined : await findOrganization(parentOrganization);
    if (!(await isPermittedOnPath(actor, 'organizations.create', parent?.path ?? []))) throw forbidden();
    if (parentOrganization !== null && !parent)
      throw invalid([{ path: 'parentOrganization', message: 'There is no such organization' }]);
    return { organization, parentOrganization };
  },
);

/** Null where a body says that there is no parent. */
function parentOfBody({ request }: Context): null | undefined {
  const body: unknown = request.body;
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'parentOrganization' in body && body.parentOrganization === null ? null : undefined;
}

/** For the organizations above one: a permission there, and the other organizations where the actor has it. */
export function organizationAbovePolicy(
  parameter: string,
  permission: Permission,
): Policy<OrganizationGrant & ScopeGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => ({
    ...(await grantOrganization(context, context.params[parameter], permission)),
    organizationNumbers: await permittedOrganizations(actorOf(context), permission),
  }));
}

/** For lists over organizations: a permission at any of them; 403 for everybody else. */
export function anyOrganizationPolicy(permission: Permission): Policy<ScopeGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const organizationNumbers = await permittedOrganizations(actorOf(context), permission);
    if (!organizationNumbers.length) throw forbidden();
    return { organizationNumbers };
  });
}
