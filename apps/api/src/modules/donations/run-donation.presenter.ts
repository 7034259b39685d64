import type * as z from 'zod/mini';
import { totalBalance } from '@kinfold/domain/donation';
import { calendarDateOf } from '@kinfold/domain/dates';
import { dollarsFromCents, plainMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import type { OrganizationRun, RunDonation, RunFigures } from '@kinfold/domain/run-donations';
import { presentDonation } from './donation.presenter.ts';
import type { DonationRecord } from './donation.service.ts';
import type { runsOfOrganization, StoredDonation } from './run-donations.service.ts';
import type { FigureSums, RunFiguresFound } from './run-figures.service.ts';

/** A donation in the list of its run. */
export function presentRunDonation(donation: DonationRecord, now: Date): z.input<typeof RunDonation> {
  const { organizationNumber, organizationName } = donation;
  return { ...presentDonation(donation, now), organizationNumber, organizationName };
}

const presentSums = ({ dues, open, expected, collected, openAmount }: FigureSums) => ({
  dues,
  open,
  expected: dollarsFromCents(expected),
  collected: dollarsFromCents(collected),
  openBalance: dollarsFromCents(openAmount),
});

/** The figures of a run; what was paid by day is in the time zone. */
export function presentFigures(
  { paid, organizations, more, isCounting, ...sums }: RunFiguresFound,
  timeZone: string,
): z.input<typeof RunFigures> {
  const byDay = new Map<string, Cents>();
  for (const { at, amount } of paid) {
    const day = calendarDateOf(new Date(at), timeZone);
    byDay.set(day, sumCents([byDay.get(day) ?? ZERO, amount]));
  }
  return {
    ...presentSums(sums),
    days: [...byDay].map(([day, amount]) => ({ day, amount: dollarsFromCents(amount) })),
    organizations: organizations.map(({ organizationNumber, organizationName, ...one }) => ({
      organizationNumber,
      organizationName,
      ...presentSums(one),
    })),
    more,
    isCounting,
  };
}

/** A run in which an organization has dues. */
export function presentOrganizationRun({
  _id,
  campaignId,
  campaignName,
  name,
  startDt,
  endDt,
  status,
}: Awaited<ReturnType<typeof runsOfOrganization>>[number]): z.input<typeof OrganizationRun> {
  const times = { startDt: startDt.toISOString(), endDt: endDt.toISOString() };
  return { _id, campaignId, campaignName, name, ...times, status };
}

/** The heading of a file of donations. */
export const DONATION_HEADING = [
  'Last Name',
  'First Name',
  'Phone',
  'Organization',
  'Campaign',
  'Campaign Run',
  'Due',
  'Paid',
  'Open',
  'Last Payment',
  'External Reference',
] as const;

/** A line of a file of donations; amounts in dollars, days in the time zone. */
export function donationCells(donation: StoredDonation, timeZone: string): (string | null)[] {
  const { primaryMember, lastPaymentDt } = donation;
  return [
    primaryMember.lastNm,
    primaryMember.firstNm,
    primaryMember.phoneNbr && showPhone(primaryMember.phoneNbr),
    donation.organizationName,
    donation.campaignName,
    donation.campaignRunName,
    plainMoney(donation.minAmountDue),
    plainMoney(donation.paymentsTotal),
    plainMoney(totalBalance(donation)),
    lastPaymentDt && calendarDateOf(lastPaymentDt, timeZone),
    donation.externalRef,
  ];
}
