/** The columns of those files of an archive that no list has, and its README. */
import { showDate } from '@kinfold/domain/dates';
import { donationAccount, isCreditAccount } from '@kinfold/domain/payment';
import { cents, plainMoney, type Cents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import { totalBalance } from '@kinfold/domain/donation';
import { timesOf } from '@kinfold/domain/membership-times';
import { countOf } from '@kinfold/domain/text';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { StoredDonation } from '../../funds/donations/run-donations.service.ts';
import type { LedgerEntry } from '../../money/ledger/ledger.service.ts';
import { statusWord } from '../../funds/memberships/membership.presenter.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { OrganizationRecord } from '../../organizations/organizations/organization.service.ts';
import { showMoment } from './list.presenter.ts';

type Columns<Row> = readonly CsvColumn<Row>[];

/** An organization as an archive has it. */
export const archivedOrganizationColumns: Columns<OrganizationRecord> = [
  ['Organization Number', '', ({ organizationNumber }) => organizationNumber],
  ['Organization', 'Its name', ({ organizationName }) => organizationName],
  ['Above', 'The number of the organization right above it', ({ parentOrganization }) => parentOrganization],
  ['Street', '', ({ address }) => address?.streetAddress ?? null],
  ['City', '', ({ address }) => address?.cityNm ?? null],
  ['State', '', ({ address }) => address?.stateCd ?? null],
  ['Zip Code', '', ({ address }) => address?.postalCd ?? null],
  [
    'Phone',
    'Several with a semicolon',
    ({ phones }) => phones.map((phone) => showPhone(phone.phoneNbr)).join('; '),
  ],
];

/** Adds the number of its organization to the rows of a list. */
export const withOrganization = <Row>(
  columns: Columns<Row>,
): Columns<Row & { organizationNumber: string }> => [
  ['Organization Number', 'The organization it belongs to', ({ organizationNumber }) => organizationNumber],
  ...columns,
];

/** A member of a household: with whom they live, and whose accounts they may look at and pay for. */
export type HouseholdRow = { member: MemberRecord; household: string; linked: readonly string[] };

export const householdColumns: Columns<HouseholdRow> = [
  ['Household', 'The number of its primary member, who pays', ({ household }) => household],
  ['Member Number', 'The person who lives in it', ({ member }) => member.memberId],
  ['Last Name', '', ({ member }) => member.lastNm],
  ['First Name', '', ({ member }) => member.firstNm],
  ['Relationship', 'To the head of the household', ({ member }) => member.relationship],
  [
    'Primary',
    'Yes for the primary member',
    ({ member, household }) => (member.memberId === household ? 'Yes' : 'No'),
  ],
  [
    'Linked Households',
    'Households that this person may look at and pay for, by their primary members',
    ({ linked }) => linked.join('; '),
  ],
];

/** A person whom a membership covers or covered. */
export type CoveredRow = {
  membership: MembershipRecord;
  covered: MembershipRecord['members'][number];
  primary: MemberRecord | undefined;
  person: MemberRecord | undefined;
};

/** A person's parts in a membership, a row for each period. */
export const everyTime = (covered: CoveredRow['covered']): CoveredRow['covered'][] => [
  ...timesOf(covered)
    .filter(({ endDt }) => endDt <= covered.startDt)
    .map((time) => ({ ...covered, ...time, isActive: false })),
  covered,
];

export const coveredColumns = (timeZone: string): Columns<CoveredRow> => [
  ['Membership', 'Its id, for dues.csv', ({ membership }) => membership._id],
  ['Fund', 'The campaign', ({ membership }) => membership.campaignName],
  ['External Reference', 'Of the membership', ({ membership }) => membership.externalRef],
  ['Organization Number', 'Of the primary member', ({ membership }) => membership.organizationNumber],
  [
    'Status',
    'Of the membership: Active, Inactive or Unknown',
    ({ membership }) => statusWord(membership.isActive),
  ],
  [
    'Active Since',
    'Month, day, year',
    ({ membership: { activeDt } }) => activeDt && showDate(activeDt, timeZone),
  ],
  ['Primary Member', 'The number of the payer', ({ primary }) => primary?.memberId ?? null],
  ['Member Number', 'Of the covered person', ({ person }) => person?.memberId ?? null],
  ['Last Name', 'Of the covered person', ({ person }) => person?.lastNm ?? null],
  ['First Name', 'Of the covered person', ({ person }) => person?.firstNm ?? null],
  ['Price', 'Of this person in each collection, in dollars', ({ covered }) => plainMoney(covered.price)],
  [
    'Price By Hand',
    'Yes where staff set it',
    ({ covered }) => (covered.priceOverride === null ? 'No' : 'Yes'),
  ],
  ['First Day', 'Month, day, year', ({ covered }) => showDate(covered.startDt, timeZone)],
  ['Last Day', 'Month, day, year; 9999 for none', ({ covered }) => showDate(covered.endDt, timeZone)],
  ['Part', 'Of this person: Active, Inactive or Unknown', ({ covered }) => statusWord(covered.isActive)],
  [
    'Waiting Time Waived',
    'Yes where staff did so',
    ({ covered }) => (covered.isWaitingWaived === true ? 'Yes' : 'No'),
  ],
];

/** What an active membership owes, in cents, with its payer. */
export type BalanceRow = { membership: MembershipRecord; primary: MemberRecord; owed: Cents };

/** The names by which an import of balances knows its columns. */
export const balanceColumns = (timeZone: string): Columns<BalanceRow> => [
  ['Last Name', 'Of the primary member, who pays', ({ primary }) => primary.lastNm],
  ['First Name', '', ({ primary }) => primary.firstNm],
  ['Birth Date', 'Month, day, year', ({ primary }) => primary.birthDt && showDate(primary.birthDt)],
  ['Fund', 'The campaign', ({ membership }) => membership.campaignName],
  ['Owed From Before', 'All that is open, in dollars', ({ owed }) => (owed > 0 ? plainMoney(owed) : null)],
  [
    'Last Payment',
    'In dollars',
    ({ membership: { lastPayment } }) => lastPayment && plainMoney(lastPayment.paymentsTotal),
  ],
  [
    'Last Payment Date',
    'Month, day, year',
    ({ membership: { lastPayment } }) => lastPayment && showDate(lastPayment.modifiedDt, timeZone),
  ],
];

export const dueColumns = (timeZone: string): Columns<StoredDonation> => [
  ['Due', 'Its id, for payments.csv', ({ _id }) => _id],
  ['Membership', 'Its id, in memberships.csv', ({ campaignMembershipId }) => campaignMembershipId],
  ['Campaign', '', ({ campaignName }) => campaignName],
  ['Campaign Run', 'In which it is due', ({ campaignRunName }) => campaignRunName],
  ['Organization Number', 'Of the payer', ({ organizationNumber }) => organizationNumber],
  ['Last Name', 'Of the payer', ({ primaryMember }) => primaryMember.lastNm],
  ['First Name', 'Of the payer', ({ primaryMember }) => primaryMember.firstNm],
  ['Asked For', 'In dollars', ({ minAmountDue }) => plainMoney(minAmountDue)],
  ['Paid', 'What was paid of it', ({ paymentsTotal }) => plainMoney(paymentsTotal)],
  ['Waived', 'What was waived of it', ({ waived }) => (waived ? plainMoney(waived.amount) : null)],
  ['Open', 'What is still to be paid', (donation) => plainMoney(totalBalance(donation))],
  [
    'Last Payment',
    'Month, day, year',
    ({ lastPaymentDt }) => lastPaymentDt && showDate(lastPaymentDt, timeZone),
  ],
  ['Made', 'Month, day, year', ({ createdDt }) => showDate(createdDt, timeZone)],
];

/** A posting of the ledger on a due, or on what was paid ahead. */
export type PaymentRow = { entry: LedgerEntry; posting: LedgerEntry['postings'][number] };

export const paymentColumns = (timeZone: string): Columns<PaymentRow> => [
  ['Entry', 'Its id in the ledger', ({ entry }) => entry._id],
  ['When', 'Month, day, year, time', ({ entry }) => showMoment(entry.entryDt, timeZone)],
  [
    'Kind',
    'charge is by card, credit from what was paid ahead, payback given back of it',
    ({ entry }) => entry.kind,
  ],
  ['Organization Number', 'Of the payer', ({ posting }) => posting.organizationNumber ?? null],
  [
    'Due',
    'Its id, in dues.csv; empty for what was paid ahead',
    ({ posting }) =>
      isCreditAccount(posting.account) ? null : posting.account.replace(donationAccount(''), ''),
  ],
  ['Paid', 'In dollars', ({ posting }) => plainMoney(cents(-posting.amount))],
  ['Recorded By', 'The email of the person who paid or entered it', ({ entry }) => entry.recordedBy],
  ['Reference', 'Of the card provider', ({ entry }) => entry.providerRef],
];

/** The README's entry for a file. */
export type FileText = {
  name: string;
  about: string;
  columns: readonly (readonly [string, string])[];
  rows: number;
};

/** The README of an archive: its scope, and the columns of each file. */
export function readme(
  of: { organizationName: string; at: Date; timeZone: string },
  files: readonly FileText[],
): string {
  const lines = [
    `All data of ${of.organizationName} and of everything below it, as of ${showMoment(of.at, of.timeZone)} (${of.timeZone}).`,
    '',
    'The files are CSV in UTF-8 with a byte order mark, as spreadsheet programs open them. An apostrophe before a text that',
    'begins like a formula says that it is none. Days are written month, day, year. members.csv can be',
    'imported as it is, and balances.csv after it as balances from before.',
    ...files.flatMap(({ name, about, columns, rows }) => [
      '',
      `${name}: ${about} (${countOf(rows, 'row', 'rows')})`,
      ...columns.map(([column, meaning]) => `  ${column}${meaning && `: ${meaning}`}`),
    ]),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}
