/** Deletes a sign-in: at its owner's request, or when the person is erased (docs/decisions/045). */
import type { Actor } from '../../../platform/auth.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { unlinkCardsOf } from '../../money/cards/customer-removal.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findMember, memberChange } from '../../people/members/member.service.ts';
import { eraseMailsTo } from '../../../work/outbox.ts';
import { removeRolesOf } from '../roles/role.service.ts';
import { eraseSecurityEventsOf } from '../security-events/security-event.service.ts';
import { forgetDevices } from './device.service.ts';
import type { Caller } from './identity-limits.ts';
import { deleteSignInChange } from './sign-in-change.model.ts';
import { checkOwnPassword } from './step-up.service.ts';
import { eraseCodesOf } from './user-code.model.ts';
import { eraseTokensOf } from './user-token.model.ts';
import { eraseUser, type User } from './user.model.ts';

/**
 * Deletes a user with their roles, sessions, codes and cards, in the transaction of the caller; the member stays. Throws 409
 * `last_administrator` where nobody else would administer a place.
 */
export async function removeUser(user: User, author: Author, now: Date, session: Session): Promise<void> {
  await removeRolesOf(user._id, author, now, session);
  await eraseUser(user._id, session);
  await eraseTokensOf(user._id, session);
  await eraseCodesOf(user._id, session);
  if (user.memberId === null) return;
  await deleteSignInChange(user.memberId, session);
  const member = await findMember(user.memberId, session);
  if (member) await unlinkCardsOf(member, author, session);
}

/**
 * Deletes the sign-in of its owner, who knows the password: signs it out everywhere, ends its roles, and deletes the
 * records of its sign-ins and mails. The member's record stays. `forgetPayer` takes its address from payments, with it. Throws 422 at a wrong password, 429 after too many of
 * those, 409 `last_administrator`.
 */
export async function deleteOwnSignIn(
  actor: Actor,
  given: { password: string; caller: Caller },
  author: Author,
  now: Date,
  forgetPayer: (userId: string, session: Session) => Promise<void>,
): Promise<void> {
  const user = await checkOwnPassword(actor, given, now);
  const member = user.memberId === null ? undefined : await findMember(user.memberId);
  await inTransaction(async (session) => {
    await removeUser(user, author, now, session);
    await forgetPayer(user._id, session);
    await forgetUser(user, session);
    if (!member) return;
    await recordChanges([memberChange(member, 'account.deleted')], author, now, session);
  });
}

/** Deletes the remaining records of a deleted user: in a transaction, or in a step of a job that is repeated. */
export async function forgetUser(
  { _id, email }: Pick<User, '_id' | 'email'>,
  session?: Session,
): Promise<void> {
  await forgetDevices(_id, session);
  await eraseSecurityEventsOf(_id, session);
  await eraseMailsTo(email, session);
}
