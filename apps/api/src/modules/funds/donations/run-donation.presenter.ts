import type * as z from 'zod/mini';
import { totalBalance } from '@kinfold/domain/donation';
import { calendarDateOf, showDate } from '@kinfold/domain/dates';
import { dollarsFromCents, plainMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import type { OrganizationRun, RunDonation, RunFigures } from '@kinfold/domain/run-donations';
import type { CsvColumn } from '../../../platform/csv.ts';
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

/** The figures of a run; payments by day of the time zone. */
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

/** The columns of a file of donations; amounts in dollars, days in the time zone. */
export const donationColumns = (timeZone: string): readonly CsvColumn<StoredDonation>[] => [
  ['Last Name', 'Of the payer', ({ primaryMember }) => primaryMember.lastNm],
  ['First Name', 'Of the payer', ({ primaryMember }) => primaryMember.firstNm],
  ['Phone', 'The first number', ({ primaryMember: { phoneNbr } }) => phoneNbr && showPhone(phoneNbr)],
  ['Organization', 'The payer’s', ({ organizationName }) => organizationName],
  ['Campaign', '', ({ campaignName }) => campaignName],
  ['Campaign Run', 'In which they are due', ({ campaignRunName }) => campaignRunName],
  ['Due', 'What is due, in dollars', ({ minAmountDue }) => plainMoney(minAmountDue)],
  ['Paid', 'What was paid of it', ({ paymentsTotal }) => plainMoney(paymentsTotal)],
  ['Open', 'What is still to be paid', (donation) => plainMoney(totalBalance(donation))],
  [
    'Last Payment',
    'The day of the last payment, year first',
    ({ lastPaymentDt }) => lastPaymentDt && calendarDateOf(lastPaymentDt, timeZone),
  ],
  ['External Reference', 'Of the membership', ({ externalRef }) => externalRef],
];

/** The columns of a file of the runs in which an organization has dues. */
export const organizationRunColumns = (
  timeZone: string,
): readonly CsvColumn<Awaited<ReturnType<typeof runsOfOrganization>>[number]>[] => [
  ['Campaign', '', ({ campaignName }) => campaignName],
  ['Campaign Run', '', ({ name }) => name],
  ['First Day', 'Month, day, year', ({ startDt }) => showDate(startDt, timeZone)],
  ['Last Day', 'Month, day, year', ({ endDt }) => showDate(endDt, timeZone)],
  ['Status', 'active, paused or ended', ({ status }) => status],
];
