/** A fund's own money: what it had before, what came in for its dues, what went back and was paid out (rules.md "A fund's own money"). */
import * as z from 'zod/mini';
import { dateField } from './dates.ts';
import { cents, ZERO, WireMoney, type Cents } from './money.ts';
import type { Posting } from './payment.ts';
import { NO_FIELDS } from './problem.ts';
import { moneyReason } from './waiver.ts';

/** The account that holds what a fund had before the books were kept here. */
export const fundAccount = (campaignId: string) => `fund:${campaignId}`;

const PAID_OUT = 'paid-out:';

/** The account of what a fund paid out to families. */
export const paidOutAccount = (campaignId: string) => `${PAID_OUT}${campaignId}`;

/** Returns whether an account holds what a fund paid out. */
export const isPaidOutAccount = (account: string) => account.startsWith(PAID_OUT);

/** What happened to the money of a fund; in cents. */
export type FundFigures = { opening: Cents; received: Cents; refunded: Cents; paidOut: Cents };

export const NO_FUNDS: FundFigures = { opening: ZERO, received: ZERO, refunded: ZERO, paidOut: ZERO };

/** Returns the sum of some figures. */
export function addFunds(all: Iterable<FundFigures>): FundFigures {
  let [opening, received, refunded, paidOut] = [0, 0, 0, 0];
  for (const one of all) {
    opening += one.opening;
    received += one.received;
    refunded += one.refunded;
    paidOut += one.paidOut;
  }
  return {
    opening: cents(opening),
    received: cents(received),
    refunded: cents(refunded),
    paidOut: cents(paidOut),
  };
}

/** Returns what a fund holds. */
export const fundHolds = ({ opening, received, refunded, paidOut }: FundFigures): Cents =>
  cents(opening + received - refunded - paidOut);

/** An entry of the ledger about a fund. */
type FundEntry = { kind: string; postings: readonly Posting[] };

/** Returns whether an entry moves money back to a card, or again from it. */
export const isGoingBack = ({ kind }: Pick<FundEntry, 'kind'>): boolean =>
  kind === 'refund' || kind === 'dispute';

/**
 * Returns the figures of a fund by ledger entries, by organization. `isOfFund` tells whether an account holds payments on
 * dues of the fund.
 */
export function fundByEntries(
  campaignId: string,
  isOfFund: (account: string) => boolean,
  entries: Iterable<FundEntry>,
): Map<string, FundFigures> {
  const found = new Map<string, FundFigures>();
  for (const entry of entries)
    for (const { account, amount, organizationNumber = '' } of entry.postings) {
      const part = partOf(campaignId, isOfFund(account), isGoingBack(entry), account, amount);
      if (part) found.set(organizationNumber, addFunds([found.get(organizationNumber) ?? NO_FUNDS, part]));
    }
  return found;
}

function partOf(
  campaignId: string,
  isOfFund: boolean,
  isBack: boolean,
  account: string,
  amount: Cents,
): FundFigures | undefined {
  if (isOfFund) return isBack ? { ...NO_FUNDS, refunded: amount } : { ...NO_FUNDS, received: cents(-amount) };
  if (account === fundAccount(campaignId)) return { ...NO_FUNDS, opening: cents(-amount) };
  if (account === paidOutAccount(campaignId)) return { ...NO_FUNDS, paidOut: amount };
  return undefined;
}

const figures = {
  opening: WireMoney,
  received: WireMoney,
  refunded: WireMoney,
  paidOut: WireMoney,
  holds: WireMoney,
};

/** `GET /v2/campaigns/{id}/fund`, in dollars; by organization those that the user may read. */
export const Fund = z.object({
  ...figures,
  byOrganization: z.array(
    z.object({ organizationNumber: z.string(), organizationName: z.string(), ...figures }),
  ),
});
export type Fund = z.infer<typeof Fund>;

const OPENING = 'An amount in cents, zero or more';

/**
 * `POST /v2/campaigns/{id}/fund/opening`: what the fund had on a day, in cents. Sent again it corrects the amount, by an
 * entry of the difference.
 */
export const FundOpeningForm = z.object(
  {
    amount: z.pipe(
      z.number(OPENING).check(
        z.refine((value) => Number.isSafeInteger(value) && value >= 0, OPENING),
        z.maximum(100_000_000_000, 'The amount is too large'),
      ),
      z.transform(cents),
    ),
    asOf: dateField('Enter a date as MM/DD/YYYY'),
    reason: moneyReason(),
  },
  NO_FIELDS,
);
export type FundOpeningForm = z.infer<typeof FundOpeningForm>;
