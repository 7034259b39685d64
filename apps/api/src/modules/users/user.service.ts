import {
  isPermitted,
  permittedAt,
  PERMISSIONS,
  ROOT,
  ROOT_NAME,
  type Permission,
  type RoleAssignment,
} from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import type { Actor } from '../../platform/auth.ts';
import type { Author } from '../../platform/author.ts';
import { inTransaction, isDuplicateKey, isObjectId } from '../../platform/database.ts';
import { hashPassword } from '../../platform/password.ts';
import { memoizeByIdentity } from '../../platform/memoize.ts';
import { conflict } from '../../platform/problem.ts';
import { recordChanges, type Change } from '../audit/audit.service.ts';
import { findOrganizations, organizationPaths } from '../organizations/organization.service.ts';
import { readRoles, readUserByEmail, readUser, insertUser, type User } from './user.model.ts';

export type { User } from './user.model.ts';

/** An actor's roles: read once a request, so that taking one away holds from the next. */
const rolesOf = memoizeByIdentity((actor: Actor) => readRoles(actor.userId));

/** Whether the actor holds a permission at one of some organizations (decisions.md "Roles"). */
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

/** Whether the actor holds a permission at the organization of a path: itself and all above it. */
export async function isPermittedOnPath(
  actor: Actor,
  permission: Permission,
  path: readonly string[],
): Promise<boolean> {
  return isPermitted(await rolesOf(actor), permission, path);
}

/**
 * The actor's scope: the organizations where they hold a permission, which holds below them too; `*` for everywhere.
 */
export async function permittedOrganizations(actor: Actor, permission: Permission): Promise<string[]> {
  return permittedAt(await rolesOf(actor), permission);
}

/** Of each permission, where somebody holds it, and so below; `*` for everywhere, nothing where they do not. */
export type PermissionScopes = (permission: Permission) => string[];

/** What a policy for whoever holds a role hands over. */
export type StaffGrant = { scopes: PermissionScopes };

/** The scopes of an actor's permissions; undefined for who holds no role. */
export async function permissionScopes(actor: Actor): Promise<PermissionScopes | undefined> {
  const roles = await rolesOf(actor);
  return roles.length ? (permission) => permittedAt(roles, permission) : undefined;
}

/** An actor's roles, with the names of their organizations, and the permissions that they give anywhere. */
export async function scopeOf(actor: Actor): Promise<Scope> {
  const assignments = await rolesOf(actor);
  const numbers = assignments.map(({ organizationNumber }) => organizationNumber);
  const found = numbers.length ? await findOrganizations(numbers) : [];
  const names = new Map(
    found.map(({ organizationNumber, organizationName }) => [organizationNumber, organizationName]),
  ).set(ROOT, ROOT_NAME);
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

/** What a new user is made of; without a password nobody can sign in until one is set. */
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

/** Makes a user, with the roles that `author` grants. Throws 409 'Email Exists', or when the member has a user already. */
export async function createUser(input: NewUser, author: Author): Promise<User> {
  const email = input.email.trim().toLowerCase();
  const passwordHash =
    input.passwordHash ?? (input.password === undefined ? null : await hashPassword(input.password));
  const { isEmailConfirmed, memberId = null, organizationNumber = null, roles = [], now } = input;
  const account = { isEmailConfirmed, memberId, organizationNumber, roles };
  try {
    return await inTransaction(async (session) => {
      const user = await insertUser(
        { email, passwordHash, ...account, sessionEpoch: 0, createdDt: now },
        session,
      );
      await recordChanges(rolesGranted(user), author, now, session);
      return user;
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (await readUserByEmail(email)) throw conflict('email_exists', 'Email Exists');
    throw conflict('member_linked', 'This member has a user already.');
  }
}

const rolesGranted = ({ _id, email, roles }: User): Change[] =>
  roles.map(({ organizationNumber, role }) => ({
    organizationNumber,
    action: 'role.granted',
    subject: { type: 'user', id: _id, label: email },
    changes: [{ field: 'role', from: null, to: role }],
  }));

/** A user by id; undefined when there is none. */
export async function findUser(userId: string): Promise<User | undefined> {
  return (isObjectId(userId) && (await readUser(userId))) || undefined;
}
