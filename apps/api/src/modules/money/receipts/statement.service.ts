/** Yearly statements of a member's payments; the year of a payment is that of its date in the time zone. */
import { yearOf } from '@kinfold/domain/dates';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { findPaymentsAt, paymentTimes, type PaymentOfMember } from '../ledger/member-payments.service.ts';
import { findHousehold } from '../../people/members/household.service.ts';
import { findHouseholdMembers, type MemberRecord } from '../../people/members/member.service.ts';

export type Statement = {
  year: number;
  /** The dead of the household whose payments are on it. */
  dead: MemberRecord[];
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
  const times = await paymentTimes(await peopleOf(member));
  return [...new Set(times.map((paidDt) => yearOf(paidDt, timeZone)))];
}

/** Whose payments are on the statement of a member: of who speaks for a household, also those of its dead. */
async function peopleOf(member: MemberRecord): Promise<MemberRecord[]> {
  const { _id, household_id, deceasedDt } = member;
  if (household_id === null || deceasedDt !== null) return [member];
  if ((await findHousehold(household_id))?.primaryMemberId !== _id) return [member];
  const residents = await findHouseholdMembers(household_id);
  return [member, ...residents.filter((resident) => resident.deceasedDt !== null)];
}

/** The statement of a year, oldest payment first; without payments it is empty. */
export async function statementOf(member: MemberRecord, year: number, timeZone: string): Promise<Statement> {
  const people = await peopleOf(member);
  const found = await findPaymentsAt(people, (paidDt) => yearOf(paidDt, timeZone) === year);
  const payments = found.filter(({ isFromBefore }) => !isFromBefore).toReversed();
  const before = found.filter(({ isFromBefore }) => isFromBefore).toReversed();
  const sumOf = (some: readonly PaymentOfMember[]) =>
    sumCents(some.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
  const paidByMember = sumOf(payments.filter(({ paymentId }) => paymentId !== null));
  const paidOtherwise = sumOf(payments.filter(({ paymentId }) => paymentId === null));
  const processingFees = sumCents(payments.map(({ processingFee }) => processingFee));
  const total = sumCents([paidByMember, processingFees, paidOtherwise]);
  return {
    year,
    dead: people.slice(1),
    payments,
    before,
    paidByMember,
    processingFees,
    paidOtherwise,
    total,
  };
}
