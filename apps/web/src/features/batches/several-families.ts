/** One check for several families: what is typed for each of them, and the dues that it pays. */
import { cents, centsFromText, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { HouseholdDues } from '@kinfold/domain/office-payment';
import { money } from '../../lib/format.ts';
import { splitOverDues } from '../../parts/payment/dues-paid.tsx';

/** Another family than the payer's, and its part of the amount, in dollars. */
export type OtherFamily = { member_id: string; name: string; amount: string };

/** What the household of a member owes; undefined while it is not known here. */
export type DuesOf = (memberId: string) => HouseholdDues | undefined;

/** What is left of an amount for the family of the payer; below zero where the parts of the others are more. */
export const leftForPayer = (amount: string, others: readonly OtherFamily[]): Cents =>
  cents((centsFromText(amount) ?? 0) - sumCents(others.map((other) => centsFromText(other.amount) ?? ZERO)));

/** The dues of several families that an amount pays, each family's oldest first. */
export function linesOfAll(payerId: string, amount: string, others: readonly OtherFamily[], duesOf: DuesOf) {
  const parts = [
    [payerId, leftForPayer(amount, others)] as const,
    ...others.map((other) => [other.member_id, centsFromText(other.amount) ?? ZERO] as const),
  ];
  return parts.flatMap(([memberId, part]) => {
    const dues = duesOf(memberId);
    if (!dues) return [];
    const paid = splitOverDues(dues, part).lines.filter((line) => line.amount > 0);
    return paid.map(({ due, amount: paidOf }) => ({ donation_id: due.donation_id, amount: paidOf }));
  });
}

/** What is wrong with the part of another family; undefined where nothing is. */
export function problemOfPart(
  { member_id, amount }: OtherFamily,
  before: readonly string[],
  duesOf: DuesOf,
): string | undefined {
  const part = centsFromText(amount) ?? ZERO;
  if (part <= 0) return 'Enter an amount like 12.25';
  const dues = duesOf(member_id)?.dues;
  if (!dues || before.some((id) => !duesOf(id))) return 'What is due is not known yet. Wait for the signal.';
  const ids = new Set(before.flatMap((id) => duesOf(id)?.dues ?? []).map((due) => due.donation_id));
  if (dues.some((due) => ids.has(due.donation_id))) return 'This is one family with somebody above';
  const due = sumCents(dues.map(({ balance }) => balance));
  // What is more would be credit of the payer.
  return part > due ? `At most ${money(due)}, which is due` : undefined;
}
