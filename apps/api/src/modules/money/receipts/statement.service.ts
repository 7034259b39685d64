/** Yearly statements of a member's payments; the year of a payment is that of its date in the time zone. */
import { yearOf } from '@kinfold/domain/dates';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { findPaymentsAt, paymentTimes, type PaymentOfMember } from '../ledger/member-payments.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { findHousehold } from '../../people/members/household.service.ts';
import { findHouseholdMembers, findMember, type MemberRecord } from '../../people/members/member.service.ts';

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

/** The payments on dues of one fund. */
async function ofFund(campaignId: string, payments: readonly PaymentOfMember[]): Promise<PaymentOfMember[]> {
  const ids = payments.flatMap(({ lines }) => lines.flatMap(({ donationId }) => donationId ?? []));
  const donations = await findStoredDonations([...new Set(ids)]);
  const own = new Set(donations.flatMap((one) => (one.campaignId === campaignId ? [one._id] : [])));
  return payments.flatMap((payment) => {
    const lines = payment.lines.filter(({ donationId }) => own.has(donationId ?? ''));
    return lines.length ? [{ ...payment, lines, processingFee: ZERO }] : [];
  });
}

/** What a statement counts for some organizations: each payment is counted on one statement only. */
export function countedOn(
  { payments, dead }: Statement,
  member: MemberRecord,
  organizationNumbers: ReadonlySet<string>,
): Cents {
  const holders = [member, ...dead].map(({ _id }) => _id);
  return sumCents(
    payments.flatMap(({ paymentId, lines }) =>
      lines
        .filter(
          ({ organizationNumber = '', holderId }) =>
            organizationNumbers.has(organizationNumber) &&
            (paymentId !== null || (holderId !== undefined && holders.includes(holderId))),
        )
        .map(({ amount }) => amount),
    ),
  );
}

/** The years in which a statement has payments, newest first. */
export async function statementYears(member: MemberRecord, timeZone: string): Promise<number[]> {
  const times = await paymentTimes(await peopleOf(member));
  return [...new Set(times.map((paidDt) => yearOf(paidDt, timeZone)))];
}

/** The member who speaks for the household of a person who has died, and gets their payments on the statement. */
export async function heirOf({ household_id }: MemberRecord): Promise<MemberRecord | undefined> {
  const household = household_id === null ? undefined : await findHousehold(household_id);
  const heir = household && (await findMember(household.primaryMemberId));
  return heir?.deceasedDt === null ? heir : undefined;
}

/** Whose payments are on the statement of a member: of who speaks for a household, also those of its dead. */
async function peopleOf(member: MemberRecord): Promise<MemberRecord[]> {
  const { _id, household_id, deceasedDt } = member;
  if (household_id === null || deceasedDt !== null) return [member];
  if ((await findHousehold(household_id))?.primaryMemberId !== _id) return [member];
  const residents = await findHouseholdMembers(household_id);
  return [member, ...residents.filter((resident) => resident.deceasedDt !== null)];
}

/**
 * The statement of a year, oldest payment first; without payments it is empty. Of one fund it has the lines on its dues,
 * without processing fees.
 */
export async function statementOf(
  member: MemberRecord,
  year: number,
  timeZone: string,
  campaignId?: string,
): Promise<Statement> {
  const people = await peopleOf(member);
  const all = await findPaymentsAt(people, (paidDt) => yearOf(paidDt, timeZone) === year);
  const found = campaignId === undefined ? all : await ofFund(campaignId, all);
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
