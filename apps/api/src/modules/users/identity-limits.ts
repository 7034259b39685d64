/** How often one may try (decisions.md "Identity"): per account, and per network address over all accounts. */
import { addressKey, countTry, type Limit } from '../../platform/rate-limit.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

const perAccount = (name: string): Limit => ({ name, max: PER_ACCOUNT, windowSeconds: WINDOW_SECONDS });
const perAddress = (name: string): Limit => ({ name, max: PER_ADDRESS, windowSeconds: WINDOW_SECONDS });

/** A limit for the account a request names and one for the address it comes from. */
export type LimitPair = { account: Limit; address: Limit };

const pair = (name: string): LimitPair => ({
  account: perAccount(`${name}-account`),
  address: perAddress(`${name}-address`),
});

export const limits = {
  signIn: pair('sign-in'),
  register: pair('register'),
  confirm: pair('confirm'),
  mail: pair('mail'),
  changePassword: perAddress('change-password-address'),
  link: pair('link'),
};

/** Counts a try for account and address. Throws 429 when either had too many. */
export async function countBoth(
  { account, address }: LimitPair,
  accountKey: string,
  ip: string | undefined,
  now: Date,
): Promise<void> {
  await countTry(address, addressKey(ip), now);
  await countTry(account, accountKey, now);
}
