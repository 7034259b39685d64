/**
 * Funds that keep a wallet for each membership (rules.md "Credit"): their dues are taken from what the household has paid
 * ahead, which is filled up to a minimum again. Amounts are integer cents.
 */
import { addDays, showDateInWords, type CalendarDate } from './dates.ts';
import type { FundRules } from './fund-rules.ts';
import { cents, showMoney, sumCents, ZERO, type Cents } from './money.ts';
import { pluralOf } from './text.ts';

type Rules = Pick<FundRules, 'walletMinimum' | 'walletDormantDays'>;

/** What came into a wallet, or below zero went out of it, on a day. */
export type WalletMovement = { day: CalendarDate; amount: Cents };

/** What a household is asked to have paid ahead by the funds of its memberships together. */
export const walletMinimumOf = (funds: readonly Rules[]): Cents =>
  sumCents(funds.map(({ walletMinimum = ZERO }) => walletMinimum));

/** The least number of days with less than the minimum after which one of some funds calls the wallet dormant. */
export function dormantDaysOf(funds: readonly Rules[]): number | undefined {
  const days = funds.flatMap(({ walletMinimum, walletDormantDays }) =>
    walletMinimum && walletDormantDays !== undefined ? [walletDormantDays] : [],
  );
  return days.length ? Math.min(...days) : undefined;
}

/** A fund with the rules that it had before, each with the time until which they held, oldest first. */
type Fund = {
  fundRules: Rules;
  earlier?: readonly { fundRules: Rules; until: Date }[] | undefined;
  createdDt: Date;
};

/** A membership in a fund, since it was last active and since people joined. */
type Membership = { fund: Fund; activeDt: Date | null; members: readonly { startDt: Date }[] };

/** Since when a fund asks for the minimum of today. */
const minimumSince = ({ fundRules: { walletMinimum = ZERO }, earlier = [], createdDt }: Fund): Date =>
  earlier.findLast(({ fundRules }) => (fundRules.walletMinimum ?? ZERO) !== walletMinimum)?.until ??
  createdDt;

/**
 * Since when the memberships of a household ask for the minimum of today: the fund that set or changed its own last, or
 * the membership that began last.
 */
export const walletSince = (memberships: readonly Membership[]): Date =>
  new Date(
    Math.max(
      ...memberships.flatMap(({ fund, activeDt, members }) => [
        minimumSince(fund).getTime(),
        activeDt?.getTime() ?? 0,
        Math.min(...members.map(({ startDt }) => startDt.getTime())),
      ]),
    ),
  );

/**
 * Since when a wallet is below its minimum at the end of a day; undefined where it is not. One that was below before the
 * minimum was asked for is below since then.
 */
export function belowSince(
  minimum: Cents,
  movements: readonly WalletMovement[],
  asked: CalendarDate,
): CalendarDate | undefined {
  let ahead: number = ZERO;
  let since: CalendarDate | undefined = minimum > 0 ? asked : undefined;
  const byDay = new Map<CalendarDate, number>();
  for (const { day, amount } of movements) byDay.set(day, (byDay.get(day) ?? 0) + amount);
  for (const [day, amount] of [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    ahead += amount;
    if (ahead >= minimum) since = undefined;
    else since ??= day < asked ? asked : day;
  }
  return since;
}

/** A wallet of a household: its minimum, since when it is asked for, the days until it is dormant, and what moved in it. */
export type Wallet = {
  minimum: Cents;
  dormantDays: number | undefined;
  movements: readonly WalletMovement[];
  asked: CalendarDate;
};

/** What is missing to a wallet: what it has, since when it has less, and from which day it is dormant for it. */
export type Shortfall = {
  ahead: Cents;
  missing: Cents;
  since: CalendarDate;
  dormant: CalendarDate | undefined;
};

/** What is missing to a wallet; undefined where nothing is. */
export function shortfallOf({ minimum, dormantDays, movements, asked }: Wallet): Shortfall | undefined {
  const since = belowSince(minimum, movements, asked);
  if (since === undefined) return undefined;
  const ahead = sumCents(movements.map(({ amount }) => amount));
  const dormant = dormantDays === undefined ? undefined : addDays(since, dormantDays + 1);
  return { ahead, missing: cents(minimum - ahead), since, dormant };
}

/** Says what is in a wallet and missing to its minimum, and whether it is dormant; undefined where nothing is missing. */
export function topUpText(wallet: Wallet, today: CalendarDate, currency: string): string | undefined {
  const shortfall = shortfallOf(wallet);
  if (!shortfall) return undefined;
  const { ahead, missing, since, dormant } = shortfall;
  const shown = (amount: Cents) => showMoney(amount, currency);
  const sentences = [
    `The fund account is at ${shown(ahead)}; at least ${shown(wallet.minimum)} keeps the household covered when dues are made.`,
    `${shown(missing)} is missing. The office takes it.`,
  ];
  if (dormant !== undefined) {
    const less = `It has had less since ${showDateInWords(since)}`;
    sentences.push(
      dormant <= today
        ? `${less}, for more than ${pluralOf(wallet.dormantDays ?? 0, '# day', '# days')}: it is dormant.`
        : `${less}, and is dormant from ${showDateInWords(dormant)}.`,
    );
  }
  return sentences.join(' ');
}
