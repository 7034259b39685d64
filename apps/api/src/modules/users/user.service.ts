import { isPermitted, permittedAt, type Permission, type RoleAssignment } from '@kinfold/domain/permission';
import type { Actor } from '../../platform/auth.ts';
import { isDuplicateKey, isObjectId } from '../../platform/database.ts';
import { hashPassword } from '../../platform/password.ts';
import { memoizeByIdentity } from '../../platform/memoize.ts';
import { conflict } from '../../platform/problem.ts';
import { organizationPaths } from '../organizations/organization.service.ts';
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

/** Makes a user. Throws 409 'Email Exists', or 409 when the member has a user already. */
export async function createUser(input: NewUser): Promise<User> {
  const email = input.email.trim().toLowerCase();
  const passwordHash =
    input.passwordHash ?? (input.password === undefined ? null : await hashPassword(input.password));
  try {
    return await insertUser({
      email,
      passwordHash,
      isEmailConfirmed: input.isEmailConfirmed,
      memberId: input.memberId ?? null,
      organizationNumber: input.organizationNumber ?? null,
      roles: input.roles ?? [],
      sessionEpoch: 0,
      createdDt: input.now,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (await readUserByEmail(email)) throw conflict('email_exists', 'Email Exists');
    throw conflict('member_linked', 'This member has a user already.');
  }
}

/** A user by id; undefined when there is none. */
export async function findUser(userId: string): Promise<User | undefined> {
  return (isObjectId(userId) && (await readUser(userId))) || undefined;
}
