/**
 * Ends the sign-in of a person who has died (rules.md "Death, payers and who is charged"), and comes back with them.
 */
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { memberChange, type MemberRecord } from '../../people/members/member.service.ts';
import { endRolesOf, restoreRoles, type RoleRecord } from '../roles/role.service.ts';
import { eraseCodesOf } from './user-code.model.ts';
import { eraseTokensOf } from './user-token.model.ts';
import { findUserOfMember, readUser, readUserByEmail, setEnded } from './user.model.ts';

/** A sign-in that was ended, with the roles that it held. */
export type EndedSignIn = {
  userId: string;
  roles: Pick<RoleRecord, 'organizationNumber' | 'role' | 'createdBy' | 'createdDt' | 'endDt'>[];
};

/**
 * Ends the sign-in of a member in the transaction of the caller: every session, its codes and its roles, also the last
 * administrator's, which nobody could use any more. Gives what ended; undefined where nobody can sign in as them.
 */
export async function endSignInOf(
  member: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<EndedSignIn | undefined> {
  const user = await findUserOfMember(member._id, session);
  if (!user || user.endedDt) return undefined;
  await setEnded(user._id, now, session);
  await eraseTokensOf(user._id, session);
  await eraseCodesOf(user._id, session);
  const ended = await endRolesOf(user._id, author, now, session);
  await recordChanges([memberChange(member, 'account.ended')], author, now, session);
  const roles = ended.map(({ organizationNumber, role, createdBy, createdDt, endDt }) => ({
    ...{ organizationNumber, role, createdBy, createdDt, endDt },
  }));
  return { userId: user._id, roles };
}

/** Lets somebody sign in again whose sign-in was ended, with their roles, in the transaction of the caller. */
export async function reopenSignIn(
  { userId, roles }: EndedSignIn,
  member: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const user = await readUser(userId, session);
  if (!user?.endedDt || user.memberId !== member._id) return;
  await setEnded(user._id, undefined, session);
  await restoreRoles(user, roles, author, now, session);
  await recordChanges([memberChange(member, 'account.reopened')], author, now, session);
}

/** Whether the sign-in of an email (lower case) has ended; undefined where there is none. */
export async function hasSignInEnded(email: string): Promise<boolean | undefined> {
  const user = await readUserByEmail(email);
  return user && user.endedDt !== undefined;
}
