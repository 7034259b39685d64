/** The lines of a payment: which dues it pays, how much of each, and for whom. Amounts are integer cents. */
import type { Donation } from '@kinfold/domain/donation';
import { allocateOldestFirst } from '@kinfold/domain/donation';
import { centsFromText, sumCents, type Cents } from '@kinfold/domain/money';
import { money } from '../../lib/format.ts';

/** A line of a payment: a donation, the amount paid on it, and the texts of the receipt. */
export type PaymentLine = {
  donation_id: string;
  amount: Cents;
  extRef: string | null;
  isPrimary: boolean;
  description: string;
  paidFor: string;
  campaignName: string;
};

/** Returns the donations that can be paid now, earliest due first. */
export function openDues(donations: readonly Donation[]): Donation[] {
  return donations
    .filter((donation) => donation.payableBalance > 0)
    .toSorted(
      (one, other) =>
        one.runEndDt.getTime() - other.runEndDt.getTime() ||
        one.createdDt.getTime() - other.createdDt.getTime(),
    );
}

/** Returns the sum that can be paid on the dues. */
export function owedOn(dues: readonly Donation[]): Cents {
  return sumCents(dues.map((due) => due.payableBalance));
}

/** Returns the lines that pay `amount` (by default everything) on the dues, oldest first. */
export function linesFor(
  dues: readonly Donation[],
  isPrimary: boolean,
  amount: Cents = owedOn(dues),
): PaymentLine[] {
  const parts = allocateOldestFirst(
    dues.map((due) => ({ ...due, balance: due.payableBalance, dueDt: due.runEndDt })),
    amount,
  );
  return (parts ?? []).map(({ due, amount: part }) => ({
    donation_id: due._id,
    amount: part,
    extRef: due.externalRef,
    isPrimary,
    description: `${due.campaignName}: ${due.campaignRunName}`,
    paidFor: `${due.primaryMember.firstNm} ${due.primaryMember.lastNm}`,
    campaignName: due.campaignName,
  }));
}

/** Parses a typed amount; returns cents or an error message. `limit` is the amount due; a gift has none. */
export function readAmount(
  text: string,
  { limit, mayBeZero }: { limit?: Cents | undefined; mayBeZero: boolean },
): { amount: Cents } | { problem: string } {
  const amount = centsFromText(text);
  if (amount === undefined || amount < 0) return { problem: 'Enter an amount, for example 15.00' };
  if (limit !== undefined && amount > limit)
    return { problem: `Enter ${money(limit)} or less: that is all you owe` };
  if (amount === 0 && !mayBeZero) return { problem: 'Enter an amount above zero' };
  return { amount };
}
