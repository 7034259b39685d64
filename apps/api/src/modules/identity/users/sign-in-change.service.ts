/**
 * The office changes the address that a member signs in with, or unlinks their sign-in: one person asks, a second one
 * confirms, and both addresses get a mail (rules.md "Identity").
 */
import type * as z from 'zod/mini';
import type { ConfirmSignInChangeForm, MemberSignIn, SignInChangeForm } from '@kinfold/domain/sign-in-change';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { AppError, conflict, invalid } from '../../../platform/problem.ts';
import { readScopes, withinScope, type InScope } from '../../../platform/scopes.ts';
import { queueMail } from '../../../work/outbox.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findMembers,
  fullName,
  memberChange,
  requireMember,
  tryLockMembers,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { findHeldRoles, holdRoles } from '../roles/role.service.ts';
import { unlinkMember } from './account-link.service.ts';
import { emailsOf } from './link-notices.service.ts';
import { newAddressMail, oldAddressMail } from './sign-in-change-mails.ts';
import {
  deleteSignInChange,
  insertSignInChange,
  readSignInChange,
  readWaitingIds,
  type SignInChangeRecord,
} from './sign-in-change.model.ts';
import { presentSignInChange } from './sign-in-change.presenter.ts';
import { eraseCodesOf } from './user-code.model.ts';
import { eraseTokensOf } from './user-token.model.ts';
import { eraseUser, findUserOfMember, readUsersByEmails, setEmail, type User } from './user.model.ts';

const emailTaken = () => invalid([{ path: 'email', message: 'Somebody signs in with this address already' }]);

/** How a member signs in, and what waits for a second person. */
export async function signInOf(
  member: MemberRecord,
  reader: { userId: string; isInScope: InScope },
  now: Date,
): Promise<z.input<typeof MemberSignIn>> {
  const [user, change] = await Promise.all([findUserOfMember(member._id), readSignInChange(member._id)]);
  return {
    email: user?.email ?? null,
    isEnded: user?.endedDt !== undefined,
    hasRoles: user !== undefined && (await findHeldRoles(user._id, now)).length > 0,
    change: change ? presentSignInChange(change, reader.userId) : null,
    sharedWith: user ? [] : await sharingMailbox(member, reader.isInScope),
  };
}

/** Members in scope who sign in with an email of this member's record. */
async function sharingMailbox(member: MemberRecord, isInScope: InScope) {
  const users = await readUsersByEmails(emailsOf(member));
  const members = await findMembers(users.flatMap(({ memberId }) => memberId ?? []));
  const seen = await withinScope(members, isInScope);
  return users.flatMap(({ email, memberId }) => {
    const other = seen.find(({ _id }) => _id === memberId);
    return other ? [{ member_id: other._id, name: fullName(other), email }] : [];
  });
}

/**
 * Keeps a change of a member's sign-in until a second person confirms it. Throws 409 `no_sign_in` where nobody signs in as
 * the member, `sign_in_change_waits` where one waits, `sign_in_has_roles` for another address of somebody with roles: who
 * gets into their mailbox would get the roles; 422 for an address that somebody has.
 */
export async function requestSignInChange(
  { _id }: MemberRecord,
  { type, email: given, reason }: SignInChangeForm,
  author: Author,
  now: Date,
): Promise<void> {
  const email = type === 'address' ? (given ?? null) : null;
  await inTransaction(async (session) => {
    await tryLockMembers([_id], session);
    const member = await requireMember(_id, session);
    const user = await findUserOfMember(_id, session);
    if (!user) throw conflict('no_sign_in', `Nobody signs in as ${fullName(member)}.`);
    if (await readSignInChange(_id, session))
      throw conflict('sign_in_change_waits', 'Another change of this sign-in waits to be confirmed.');
    if (email !== null) await requireFree(user, email, now, session);
    const { organizationNumber } = member;
    const change: SignInChangeRecord = {
      ...{ _id, organizationNumber, type, from: user.email, email, reason, author, requestedDt: now },
      scope: (await readScopes([organizationNumber], session))(organizationNumber),
    };
    await insertSignInChange(change, session);
    const changes = [{ field: 'user', from: user.email, to: email }];
    await recordChanges(
      [memberChange(member, 'account.change_requested', { changes, reason })],
      author,
      now,
      session,
    );
  });
}

/** Throws where a user cannot sign in with another address. */
async function requireFree(user: User, email: string, now: Date, session: Session): Promise<void> {
  if (user.endedDt)
    throw conflict('sign_in_ended', 'Nobody can sign in with it any more. Unlink it instead.');
  if ((await findHeldRoles(user._id, now, session)).length)
    throw conflict(
      'sign_in_has_roles',
      'This sign-in has roles. Remove them first, and give them again afterwards.',
    );
  if (email === user.email)
    throw invalid([{ path: 'email', message: 'They sign in with this address already' }]);
  const users = await readUsersByEmails([email], session);
  if (users.some(({ isEmailConfirmed }) => isEmailConfirmed)) throw emailTaken();
}

/**
 * Makes the change that waits, for a second person. Throws 403 `second_person` for the one who requested it, 409
 * `changed_meanwhile` where it is not what was read or the sign-in is another since, 422 where the address was typed
 * differently, and as `requestSignInChange`.
 */
export async function confirmSignInChange(
  { _id }: MemberRecord,
  { requestedDt, email }: ConfirmSignInChangeForm,
  appUrl: string,
  author: Author,
  now: Date,
): Promise<void> {
  try {
    await inTransaction(async (session) => {
      await tryLockMembers([_id], session);
      const member = await requireMember(_id, session);
      const change = await readSignInChange(_id, session);
      const user = await findUserOfMember(_id, session);
      if (!change || change.requestedDt.toISOString() !== requestedDt || user?.email !== change.from)
        throw conflict('changed_meanwhile', 'This sign-in was changed meanwhile.');
      if (change.author.userId === author.userId)
        throw new AppError(
          403,
          'second_person',
          'You asked for this change. Somebody else of the office confirms it.',
        );
      if (change.email === null) {
        await unlinkMember(member, appUrl, author, now, session, change.reason);
        return;
      }
      await holdRoles(session);
      if (email !== change.email)
        throw invalid([{ path: 'email', message: 'This is not the address that was asked for' }]);
      await requireFree(user, change.email, now, session);
      await deleteSignInChange(_id, session);
      // A registration with it that nobody confirmed belongs to nobody.
      for (const other of await readUsersByEmails([change.email], session)) {
        await eraseUser(other._id, session);
        await eraseCodesOf(other._id, session);
      }
      await setEmail(user._id, change.email, session);
      await eraseTokensOf(user._id, session);
      // Codes that were mailed to the old address.
      await eraseCodesOf(user._id, session);
      await mailBoth(user, change.email, appUrl, now, session);
      const changes = [{ field: 'user', from: user.email, to: change.email }];
      const { reason } = change;
      await recordChanges(
        [memberChange(member, 'account.address_changed', { changes, reason })],
        author,
        now,
        session,
      );
    });
  } catch (error) {
    if (isDuplicateKey(error, 'users.email')) throw emailTaken();
    throw error;
  }
}

/** The mails to the old and the new address, in the transaction of the change. */
async function mailBoth(
  user: User,
  email: string,
  appUrl: string,
  now: Date,
  session: Session,
): Promise<void> {
  const _id = `sign-in-address:${user._id}:${user.sessionEpoch}`;
  const page = new URL('/forgot-password', appUrl).href;
  await queueMail({ _id: `${_id}:new`, ...newAddressMail(email, page) }, now, session);
  await queueMail({ _id: `${_id}:old`, ...oldAddressMail(user.email, email) }, now, session);
}

/** Withdraws the change that waits for a member; repeating changes nothing. */
export async function withdrawSignInChange({ _id }: MemberRecord, author: Author, now: Date): Promise<void> {
  await inTransaction(async (session) => {
    const member = await requireMember(_id, session);
    if (!(await deleteSignInChange(_id, session))) return;
    await recordChanges([memberChange(member, 'account.change_withdrawn')], author, now, session);
  });
}

/** The members whose sign-in waits for a second person, in the scope of some organizations: the count, up to 1,000, and the first. */
export async function findWaitingSignIns(
  organizationNumbers: readonly string[],
  named: number,
): Promise<{ count: number; first: { member_id: string; name: string }[] }> {
  if (!organizationNumbers.length) return { count: 0, first: [] };
  const ids = await readWaitingIds(organizationNumbers, ATTENTION_MAX);
  const members = await findMembers(ids.slice(0, named));
  return {
    count: ids.length,
    first: members.map((member) => ({ member_id: member._id, name: fullName(member) })),
  };
}
