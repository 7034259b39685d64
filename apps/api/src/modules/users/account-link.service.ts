/** Linking a sign-in to its member (decisions.md "Identity"). */
import { phoneDigits } from '@kinfold/domain/phone';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { TokenAnswer } from '@kinfold/domain/identity';
import type { AccessTokens, Actor } from '../../platform/auth.ts';
import { isDuplicateKey } from '../../platform/database.ts';
import { AppError, conflict, unauthorized } from '../../platform/problem.ts';
import { forgetTries } from '../../platform/rate-limit.ts';
import { findMember, findUnlinkedMatches } from '../members/member.service.ts';
import { queueMail } from '../outbox/outbox.service.ts';
import { countBoth, limits } from './identity-limits.ts';
import { accountLinkedMail } from './identity-mails.ts';
import { startSession } from './session.service.ts';
import { readLinkedMemberIds, readUser, setMember, type User } from './user.model.ts';

const linkFailed = () =>
  new AppError(404, 'link_failed', 'Cannot link your account. Please verify your information and try again.');
const alreadyLinked = () => conflict('already_linked', 'Your account is linked already.');

/**
 * Links the actor to the one member without a user whose last name, birth date and last 4 of a phone match;
 * gives tokens that name the member. Throws 404 when none or several match, 409 when linked already, 429.
 */
export async function linkAccount(
  actor: Actor,
  given: { lastNm: string; birthDt: CalendarDate; phone: string; ip: string | undefined },
  { accessTokens, appUrl }: { accessTokens: AccessTokens; appUrl: string },
  now: Date,
): Promise<TokenAnswer> {
  await countBoth(limits.link, actor.userId, given.ip, now);
  const before = await readUser(actor.userId);
  if (!before) throw unauthorized();
  if (before.memberId !== null) throw alreadyLinked();
  const user = await takeMember(before, await findTheOne(given));
  await forgetTries(limits.link.account, actor.userId);
  const mail = accountLinkedMail(user.email, new URL('/sign-in', appUrl).href);
  await queueMail({ _id: `account-linked:${user._id}:${user.memberId}`, ...mail }, now);
  return startSession(user, accessTokens, now);
}

/** The one member that matches and has no user yet. */
async function findTheOne(given: {
  lastNm: string;
  birthDt: CalendarDate;
  phone: string;
}): Promise<{ _id: string; organizationNumber: string }> {
  const phoneLast4 = phoneDigits(given.phone).slice(-4);
  const matches = await findUnlinkedMatches({ lastNm: given.lastNm, birthDt: given.birthDt, phoneLast4 });
  const linked = await readLinkedMemberIds(matches);
  const [only, ...others] = matches.filter((memberId) => !linked.includes(memberId));
  const member = only !== undefined && !others.length ? await findMember(only) : undefined;
  if (!member) throw linkFailed();
  return member;
}

/** Two users may want the same member at once: the unique index lets one of them. */
async function takeMember(user: User, member: { _id: string; organizationNumber: string }): Promise<User> {
  try {
    const linked = await setMember(user._id, member._id, member.organizationNumber);
    if (!linked) throw alreadyLinked();
    return linked;
  } catch (error) {
    if (isDuplicateKey(error)) throw linkFailed();
    throw error;
  }
}
