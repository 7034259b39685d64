/** Yearly statements of a member's payments; the year of a payment is that of its date in the time zone. */
import { yearOf } from '@kinfold/domain/dates';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { findPaymentsAt, paymentTimes, type PaymentOfMember } from '../ledger/member-payments.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';

export type Statement = {
  year: number;
  payments: PaymentOfMember[];
  /** Last payments from before the books were kept here: not counted in any sum. */
  before: PaymentOfMember[];
  /** Card payments by the member, their fees, and all other payments on the memberships. */
  paidByMember: Cents;
  processingFees: Cents;
  paidOtherwise: Cents;
  total: Cents;
};

/** The years in which a statement has payments, newest first. */
export async function statementYears(member: MemberRecord, timeZone: string): Promise<number[]> {
  return [...new Set((await paymentTimes(member)).map((paidDt) => yearOf(paidDt, timeZone)))];
}

/** The statement of a year, oldest payment first; without payments it is empty. */
export async function statementOf(member: MemberRecord, year: number, timeZone: string): Promise<Statement> {
  const found = await findPaymentsAt(member, (paidDt) => yearOf(paidDt, timeZone) === year);
  const payments = found.filter(({ isFromBefore }) => !isFromBefore).toReversed();
  const before = found.filter(({ isFromBefore }) => isFromBefore).toReversed();
  const sumOf = (some: readonly PaymentOfMember[]) =>
    sumCents(some.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
  const paidByMember = sumOf(payments.filter(({ paymentId }) => paymentId !== null));
  const paidOtherwise = sumOf(payments.filter(({ paymentId }) => paymentId === null));
  const processingFees = sumCents(payments.map(({ processingFee }) => processingFee));
  const total = sumCents([paidByMember, processingFees, paidOtherwise]);
  return { year, payments, before, paidByMember, processingFees, paidOtherwise, total };
}
