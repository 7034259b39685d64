import { isPermitted, permittedAt, type Permission, type RoleAssignment } from '@kinfold/domain/permission';
import type { Actor } from '../../platform/auth.ts';
import { isDuplicateKey, isObjectId } from '../../platform/database.ts';
import { hashPassword } from '../../platform/password.ts';
import { conflict } from '../../platform/problem.ts';
import { organizationPath } from '../organizations/organization.service.ts';
import { readRoles, readUserByEmail, readUser, insertUser, type User } from './user.model.ts';

export type { User } from './user.model.ts';

/**
 * Whether the actor holds a permission at an organization (decisions.md "Roles"). Roles are read at each call:
 * taking one away holds at once.
 */
export async function isActorPermitted(
  actor: Actor,
  permission: Permission,
  organizationNumber: string,
): Promise<boolean> {
  const roles = await readRoles(actor.userId);
  return roles.length > 0 && isPermitted(roles, permission, await organizationPath(organizationNumber));
}

/** The organizations where the actor holds a permission, which holds below them too; `*` for everywhere. */
export async function organizationsPermitted(actor: Actor, permission: Permission): Promise<string[]> {
  return permittedAt(await readRoles(actor.userId), permission);
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
