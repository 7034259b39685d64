/**
 * Limits of tries (rules.md "Identity"): per account, and per network address over all accounts. A browser that has
 * signed in to the account before has its own count: nobody else's tries lock it out.
 */
import { CODE_MAILS_PER_HOUR } from '@kinfold/domain/constants';
import {
  addressKey,
  countTry,
  forgetTries,
  takePlace,
  takeTryBack,
  type Limit,
} from '../../../platform/rate-limit.ts';
import type { Device } from './device.service.ts';

/** The caller: their address, and their browser when it has a mark of ours. */
export type Caller = { ip: string | undefined; device: Device | undefined };

const WINDOW_SECONDS = 15 * 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const limit = (name: string, max: number, windowSeconds = WINDOW_SECONDS): Limit => ({
  name,
  max,
  windowSeconds,
});

/** The counts of a try: the address and the account, or, in the account's own browser, that browser alone. */
type TryLimits = { address: Limit; account?: Limit; device?: Limit };

export const limits = {
  signIn: {
    account: limit('sign-in-account', 10),
    address: limit('sign-in-address', 100),
    device: limit('sign-in-device', 10),
  },
  /** In the account's own browser the account counts: it is signed in, and its browser reveals nothing about the member. */
  link: { account: limit('link-account', 10), address: limit('link-address', 100) },
  /** Tries of the old password by a signed-in user: a separate count, which does not block sign-in. */
  oldPassword: { account: limit('old-password-account', 10), address: limit('old-password-address', 100) },
  /** Requests for a mail with a code. */
  ask: { address: limit('mail-address', 100), device: limit('mail-device', 10) },
  register: limit('register-address', 100),
  /** Wrong codes, of mails and of links: `user-code.service.ts` says what they add up to. */
  wrongCode: limit('confirm-address', 300),
  wrongResetCode: limit('change-password-address', 100),
  /**
   * Tries of one person's last 4 digits, over all accounts and addresses: 10 of 10,000 a day. Counted by the typed
   * values, so that the limit does not reveal whether there is such a member.
   */
  linkTarget: limit('link-target', 10, DAY_SECONDS),
} satisfies Record<string, TryLimits | Limit>;

/** Mails with a code to one email, of both kinds together. A user who is refused another has the newest, which stays valid. */
const CODE_MAILS: Limit = limit('code-mails', CODE_MAILS_PER_HOUR, HOUR_SECONDS);
/**
 * A registration brings a password of its own, for which no older code is valid: it gets further mails after those, so
 * that a stranger's requests leave one to the owner. One network address gets no more than `CODE_MAILS` of them.
 */
const REGISTRATION_MAILS: Limit = { ...CODE_MAILS, max: 12 };
const ADDRESS_MAILS: Limit = { ...CODE_MAILS, name: 'code-mails-address' };

/** `isShared`: the count is for many accounts, and one successful try resets no other. */
type Try = { limit: Limit; key: string; isShared?: true };

/** Returns whether the caller's browser has signed in to this account before. */
function isOwnDevice({ device }: Caller, userId: string | undefined): boolean {
  return userId !== undefined && (device?.userIds.includes(userId) ?? false);
}

/** The counts of a try for an account. */
export function triesOf(of: TryLimits, caller: Caller, account: string, userId: string | undefined): Try[] {
  const byAccount = of.account ? [{ limit: of.account, key: account }] : [];
  if (!isOwnDevice(caller, userId))
    return [{ limit: of.address, key: addressKey(caller.ip), isShared: true }, ...byAccount];
  return of.device ? [{ limit: of.device, key: `${caller.device?._id}:${account}` }] : byAccount;
}

/** Counts a try before it is made. Throws 429 when there were too many. */
export async function countTries(tries: readonly Try[], now: Date): Promise<void> {
  for (const { limit: one, key } of tries) await countTry(one, key, now);
}

/** Resets the count of the account or browser after a successful try, and subtracts it from the address's. */
export async function forgetRightTry(tries: readonly Try[]): Promise<void> {
  for (const { limit: one, key, isShared } of tries)
    await (isShared ? takeTryBack(one, key) : forgetTries(one, key));
}

/** Uncounts a try that was not made after all. */
export async function takeTriesBack(tries: readonly Try[]): Promise<void> {
  for (const { limit: one, key } of tries) await takeTryBack(one, key);
}

/** The lane of the password queue: the account's own browser, or everybody at the caller's address. */
export function laneOf(caller: Caller, userId?: string): string {
  return isOwnDevice(caller, userId) ? `device:${caller.device?._id}` : addressKey(caller.ip);
}

const mailsFrom = (email: string, { ip }: Caller) => `${addressKey(ip)} ${email}`;

/** Seconds until a code may be mailed to an email; 0 when it may be now, and then it counts as mailed. */
export async function takeCodeMail(email: string, caller: Caller, now: Date): Promise<number> {
  const wait = await takePlace(CODE_MAILS, email, now);
  if (wait === 0) await takePlace(ADDRESS_MAILS, mailsFrom(email, caller), now);
  return wait;
}

/**
 * Seconds until the code of a new registration may be mailed to an email; 0 when it may be now, and then it counts as
 * mailed.
 */
export async function takeRegistrationMail(email: string, caller: Caller, now: Date): Promise<number> {
  const wait = await takePlace(ADDRESS_MAILS, mailsFrom(email, caller), now);
  return wait || takePlace(REGISTRATION_MAILS, email, now);
}

/** Resets the count after a mailed code was used: the owner of the mailbox asked for it. */
export function forgetCodeMails(email: string): Promise<void> {
  return forgetTries(REGISTRATION_MAILS, email);
}
