/** Links a sign-in to its member (rules.md "Identity"), and unlinks it. */
import { phoneDigits } from '@kinfold/domain/phone';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FIRST_NAME_NEEDED } from '@kinfold/domain/account-link';
import type { TokenAnswer } from '@kinfold/domain/identity';
import { splitSuffix } from '@kinfold/domain/person-name';
import { foldName, isSameName } from '@kinfold/domain/text';
import type { AccessTokens, Actor } from '../../../platform/auth.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { inConstantTime } from '../../../platform/constant-time.ts';
import { AppError, conflict, unauthorized } from '../../../platform/problem.ts';
import { countTry, forgetTries } from '../../../platform/rate-limit.ts';
import { unlinkCardsOf } from '../../money/cards/customer-removal.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findByNameAndBirthDate,
  findMember,
  findMembers,
  findUnlinkedMatches,
  tryLockMembers,
  memberChange,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { queueMail } from '../../../work/outbox.ts';
import { findHeldRoles } from '../roles/role.service.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import { countTries, limits, triesOf, type Caller } from './identity-limits.ts';
import { accountLinkedMail, accountUnlinkedMail } from './identity-mails.ts';
import { emailsOf, notifyLink, notifyTries } from './link-notices.service.ts';
import { startSession } from './session.service.ts';
import { deleteSignInChange } from './sign-in-change.model.ts';
import {
  readLinkedMemberIds,
  readUser,
  findUserOfMember,
  setMember,
  unsetMember,
  type User,
} from './user.model.ts';

const linkFailed = () =>
  new AppError(404, 'link_failed', 'Cannot link your account. Please verify your information and try again.');
const alreadyLinked = () => conflict('already_linked', 'Your account is linked already.');

type Target = { lastNm: string; birthDt: CalendarDate };
type Site = { accessTokens: AccessTokens; appUrl: string };

/** What tries at one person are counted by, whether or not there is such a member. */
const targetKey = ({ lastNm, birthDt }: Pick<MemberRecord, 'lastNm' | 'birthDt'>) =>
  `${foldName(splitSuffix(lastNm).lastNm)}:${birthDt}`;

/**
 * Links the actor to the one member without a user whose last name, birth date and last 4 of a phone match; gives tokens
 * that name the member, and tells the member. Throws 404 when none or several match, 409 when linked already, 409
 * `first_name_needed` when several match whom a first name tells apart and none was given, 429 after too many tries of the
 * account, from the address or at this person.
 */
export async function linkAccount(
  actor: Actor,
  given: Target & { phone: string; firstNm?: string | null | undefined; caller: Caller },
  { accessTokens, appUrl }: Site,
  author: Author,
  now: Date,
): Promise<TokenAnswer> {
  const tries = triesOf(limits.link, given.caller, actor.userId, actor.userId);
  await countTries(tries, now);
  const before = await readUser(actor.userId);
  if (!before) throw unauthorized();
  if (before.memberId !== null) throw alreadyLinked();
  await countTryAt(given, before, now);
  const member = await findOnlyMatch(given);
  if (!member) {
    await recordSecurityEvent('link_refused', before, given.caller.ip, now);
    throw linkFailed();
  }
  const user = await takeMember(before, member, new URL('/sign-in', appUrl).href, author, now);
  await forgetTries(limits.link.account, actor.userId);
  return startSession(user, accessTokens, now);
}

/**
 * Counts a try against a person, over all accounts and addresses. When there were too many, members with that name and
 * birth date are notified; the answer for an unknown name is the same, and takes the same time. An account whose own
 * confirmed email is in the record may continue, within its own limit: strangers' tries do not lock out the owner.
 */
async function countTryAt(target: Target, user: User, now: Date): Promise<void> {
  try {
    await countTry(limits.linkTarget, targetKey(target), now);
  } catch (error) {
    const isOwn = await inConstantTime(async () => {
      const members = await findByNameAndBirthDate(target.lastNm, target.birthDt);
      if (user.isEmailConfirmed && members.some((member) => emailsOf(member).includes(user.email)))
        return true;
      for (const member of members) await notifyTries(member, now);
      return false;
    });
    if (!isOwn) throw error;
  }
}

/**
 * Returns the one living member who matches and has no user yet; undefined when there is none, or more than one. Twins, also
 * those who have died or are linked, are told apart by the first name. Throws 409 where that decides and is missing.
 */
async function findOnlyMatch(
  given: Target & { phone: string; firstNm?: string | null | undefined },
): Promise<MemberRecord | undefined> {
  const phoneLast4 = phoneDigits(given.phone).slice(-4);
  const matches = await findUnlinkedMatches({ lastNm: given.lastNm, birthDt: given.birthDt, phoneLast4 });
  const linked = await readLinkedMemberIds(matches);
  const members = await findMembers(matches);
  // Nobody signs in as a person who has died. Twins who have, or who are linked, still have a name that is not the other's.
  const left = members.filter(({ _id, deceasedDt }) => !deceasedDt && !linked.includes(_id));
  if (members.length < 2 || !left.length) return left[0];
  const { firstNm } = given;
  const differ = new Set(members.map((member) => foldName(member.firstNm))).size > 1;
  if (!firstNm && differ) throw conflict(FIRST_NAME_NEEDED, 'Please add your first name.');
  const [only, ...others] = differ
    ? left.filter((member) => isSameName(member.firstNm, firstNm ?? ''))
    : left;
  return others.length ? undefined : only;
}

/**
 * Links a user to a member and notifies both, in one transaction: no link is made silently. Two users may want the same
 * member at once: the unique index admits one of them.
 */
async function takeMember(
  before: User,
  member: MemberRecord,
  page: string,
  author: Author,
  now: Date,
): Promise<User> {
  try {
    return await inTransaction(async (session) => {
      await forgetTries(limits.linkTarget, targetKey(member), session);
      if (!(await tryLockMembers([member._id], session))) throw linkFailed();
      // Matched as they were read: another user may have changed or erased them since.
      if ((await findMember(member._id, session))?.version !== member.version) throw linkFailed();
      const user = await setMember(before._id, member._id, member.organizationNumber, session);
      if (!user) throw alreadyLinked();
      const _id = `account-linked:${user._id}:${user.memberId}:${user.sessionEpoch}`;
      await queueMail({ _id, ...accountLinkedMail(user.email, page) }, now, session);
      await notifyLink(member, user, 'linked', now, session);
      const changes = [{ field: 'user', from: null, to: user.email }];
      await recordChanges([memberChange(member, 'account.linked', { changes })], author, now, session);
      return user;
    });
  } catch (error) {
    if (isDuplicateKey(error, 'users.member')) throw linkFailed();
    throw error;
  }
}

/**
 * Undoes a link: the sign-in has no member any more and is signed out everywhere, its cards are deleted, both are
 * notified, and the member can be linked again. In the transaction of the caller. Returns the email of the sign-in; undefined when the member has none.
 */
export async function unlinkMember(
  member: MemberRecord,
  appUrl: string,
  author: Author,
  now: Date,
  session: Session,
  reason?: string,
): Promise<string | undefined> {
  const user = await findUserOfMember(member._id, session);
  await forgetTries(limits.linkTarget, targetKey(member), session);
  if (!user) return undefined;
  const mail = accountUnlinkedMail(user.email, new URL('/link-account', appUrl).href);
  await queueMail({ _id: `account-unlinked:${user._id}:${user.sessionEpoch}`, ...mail }, now, session);
  await notifyLink(member, user, 'unlinked', now, session);
  await deleteSignInChange(member._id, session);
  await unlinkCardsOf(member, author, session);
  const isStaff = (await findHeldRoles(user._id, now, session)).length > 0;
  await unsetMember(user._id, member._id, isStaff, session);
  const changes = [{ field: 'user', from: user.email, to: null }];
  const change = memberChange(member, 'account.unlinked', { changes, ...(reason && { reason }) });
  await recordChanges([change], author, now, session);
  return user.email;
}
