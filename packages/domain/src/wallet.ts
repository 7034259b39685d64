/**
 * Funds that keep a wallet for each membership (rules.md "Credit"): their dues are taken from what the household has paid
 * ahead, which is filled up to a minimum again. Amounts are integer cents.
 */
import type { FundRules } from './fund-rules.ts';
import { cents, showMoney, sumCents, ZERO, type Cents } from './money.ts';

/** What a household is asked to have paid ahead by the funds of its memberships together. */
export const walletMinimumOf = (funds: readonly Pick<FundRules, 'walletMinimum'>[]): Cents =>
  sumCents(funds.map(({ walletMinimum = ZERO }) => walletMinimum));

/** Asks for what is missing to the minimum; undefined where nothing is. */
export function topUpText(minimum: Cents, ahead: Cents, currency: string): string | undefined {
  if (ahead >= minimum) return undefined;
  const missing = showMoney(cents(minimum - ahead), currency);
  return `At least ${showMoney(minimum, currency)} is to be ahead: ${missing} is missing. The office takes it.`;
}
