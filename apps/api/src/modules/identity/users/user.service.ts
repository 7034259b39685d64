import { holdsAllOf } from '@kinfold/domain/assigned-role';
import {
  isPermitted,
  permittedAt,
  PERMISSIONS,
  ROOT,
  type Permission,
  type RoleAssignment,
} from '@kinfold/domain/permission';
import type { Role } from '@kinfold/domain/role';
import type { Scope } from '@kinfold/domain/scope';
import type { Actor } from '../../../platform/auth.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, isObjectId } from '../../../platform/database.ts';
import { hashPassword } from '../../../platform/password.ts';
import { memoizeByIdentity } from '../../../platform/memoize.ts';
import { conflict, forbidden } from '../../../platform/problem.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import {
  findOrganizationNames,
  organizationPath,
  organizationPaths,
} from '../../organizations/organizations/organization.service.ts';
import { findHeldRoles, grantRoles, type RoleHolder } from '../roles/role.service.ts';
import { insertUser, readUser, readUserByEmail, readUsers, type User } from './user.model.ts';

export { findEmailsOfMembers, findUserOfMember } from './user.model.ts';

export type { User } from './user.model.ts';

/** An actor's roles: read once per request, so that removing one takes effect with the next. */
const rolesOf = memoizeByIdentity(async ({ userId, askedDt, viewAs }: Actor) =>
  viewAs ? [viewAs] : findHeldRoles(userId, askedDt),
);

/**
 * For an actor who views as a role: throws 403 unless they may assign roles at its organization, and have there all its
 * permissions.
 */
export async function requireMayViewAs({ userId, askedDt, viewAs }: Actor): Promise<void> {
  if (!viewAs) return;
  const ownRoles = await findHeldRoles(userId, askedDt);
  const path = await organizationPath(viewAs.organizationNumber);
  const isPlace = viewAs.organizationNumber === ROOT || path.length > 0;
  if (!isPlace || !isPermitted(ownRoles, 'roles.assign', path) || !holdsAllOf(ownRoles, viewAs.role, path))
    throw forbidden('You cannot look as that role.', 'role_not_viewable');
}

/** Returns whether the actor has a permission at one of some organizations (rules.md "Roles"). */
export async function isActorPermitted(
  actor: Actor,
  permission: Permission,
  ...organizationNumbers: readonly string[]
): Promise<boolean> {
  const roles = await rolesOf(actor);
  if (!permittedAt(roles, permission).length) return false;
  const paths = await organizationPaths(organizationNumbers);
  return paths.some((path) => isPermitted(roles, permission, path));
}

/** Returns whether the actor has a permission at the organization of a path: at itself or any above it. */
export async function isPermittedOnPath(
  actor: Actor,
  permission: Permission,
  path: readonly string[],
): Promise<boolean> {
  return isPermitted(await rolesOf(actor), permission, path);
}

/** Returns whether the actor has all permissions of a role, at the organization of a path; an empty path is the root. */
export async function holdsAllOfRole(actor: Actor, role: Role, path: readonly string[]): Promise<boolean> {
  return holdsAllOf(await rolesOf(actor), role, path);
}

/** The actor's scope: the organizations where they have a permission, which counts below them too; `*` for everywhere. */
export async function permittedOrganizations(actor: Actor, permission: Permission): Promise<string[]> {
  return permittedAt(await rolesOf(actor), permission);
}

/** The scope of each permission: where the user has it, which counts below too; `*` for everywhere, empty for nowhere. */
export type PermissionScopes = (permission: Permission) => string[];

/** The grant of the policy for users with any role. */
export type StaffGrant = { scopes: PermissionScopes };

/** The scopes of an actor's permissions; undefined for users without a role. */
export async function permissionScopes(actor: Actor): Promise<PermissionScopes | undefined> {
  const roles = await rolesOf(actor);
  return roles.length ? (permission) => permittedAt(roles, permission) : undefined;
}

/** An actor's roles, with the names of their organizations, and the permissions that they give anywhere. */
export async function scopeOf(actor: Actor): Promise<Scope> {
  const assignments = await rolesOf(actor);
  const names = await findOrganizationNames(assignments.map(({ organizationNumber }) => organizationNumber));
  return {
    roles: assignments.map(({ organizationNumber, role }) => ({
      organizationNumber,
      organizationName: names.get(organizationNumber) ?? organizationNumber,
      role,
    })),
    permissions: Object.keys(PERMISSIONS).filter(
      (name) => permittedAt(assignments, name as Permission).length > 0,
    ),
  };
}

/** The fields of a new user; without a password nobody can sign in until one is set. */
export type NewUser = {
  email: string;
  password?: string;
  /** Instead of a password: its hash, which many demo users share. */
  passwordHash?: string;
  isEmailConfirmed: boolean;
  memberId?: string | null;
  organizationNumber?: string | null;
  roles?: RoleAssignment[];
  now: Date;
};

/** Creates a user, with the roles that `author` grants. Throws 409 'Email Exists', or when the member has a user already. */
export async function createUser(input: NewUser, author: Author): Promise<User> {
  const email = input.email.trim().toLowerCase();
  const passwordHash =
    input.passwordHash ?? (input.password === undefined ? null : await hashPassword(input.password));
  const { isEmailConfirmed, memberId = null, organizationNumber = null, roles = [], now } = input;
  const account = { isEmailConfirmed, memberId, organizationNumber };
  try {
    return await inTransaction(async (session) => {
      const user = await insertUser(
        { email, passwordHash, ...account, sessionEpoch: 0, createdDt: now },
        session,
      );
      await grantRoles(user, roles, author, now, session);
      return user;
    });
  } catch (error) {
    if (isDuplicateKey(error, 'users.email')) throw conflict('email_exists', 'Email Exists');
    if (isDuplicateKey(error, 'users.member'))
      throw conflict('member_linked', 'This member has a user already.');
    throw error;
  }
}

/** A user by id; undefined when there is none. */
export async function findUser(userId: string): Promise<User | undefined> {
  return (isObjectId(userId) && (await readUser(userId))) || undefined;
}

/** A user as the receiver of a role, as long as they sign in with the same email. */
export const roleHolder = ({ _id, email }: User): RoleHolder => ({
  _id,
  isThere: async (session) => (await readUser(_id, session))?.email === email,
});

/** The user of a confirmed email (lower case). */
export async function findConfirmedUser(email: string): Promise<User | undefined> {
  const user = await readUserByEmail(email);
  return user?.isEmailConfirmed ? user : undefined;
}

/** The names of some users by id: those of their members, or else their emails. */
export async function findUserNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await readUsers(userIds);
  const members = await findMembers(users.flatMap(({ memberId }) => memberId ?? []));
  const names = new Map(members.map((member) => [member._id, fullName(member)]));
  return new Map(users.map(({ _id, email, memberId }) => [_id, names.get(memberId ?? '') ?? email]));
}
