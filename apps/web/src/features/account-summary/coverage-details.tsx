import { isGift, type DetailedDonation, type DonationMember } from '@kinfold/domain/donation';
import { cents } from '@kinfold/domain/money';
import { fullName } from '@kinfold/domain/person-name';
import { money } from '../../lib/format.ts';
import { DonationStatus } from '../../parts/payment/donation-status.tsx';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import { AmountTable } from '../../ui/amount-table.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

/** The donations, newest first, with the members they cover and their prices at that time. */
export function CoverageDetails({ donations }: { donations: DetailedDonation[] }) {
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        When a collection opens, your dues are listed here.
      </EmptyState>
    );
  const newestFirst = donations.toSorted((a, b) => b.createdDt.getTime() - a.createdDt.getTime());
  return (
    <AmountTable
      label="Donations"
      columns={[
        { head: 'Collection' },
        { head: 'Date' },
        { head: 'Ref' },
        { head: 'Status' },
        { head: 'Amount', isAmount: true },
      ]}
    >
      {newestFirst.map((donation) => (
        <DonationRow key={donation._id} donation={donation} />
      ))}
    </AmountTable>
  );
}

function DonationRow({ donation }: { donation: DetailedDonation }) {
  return (
    <tbody>
      <tr>
        <th scope="row" className="amount-name">
          {donation.campaignRunName}
        </th>
        <td className="amount-note">
          <DateText value={donation.createdDt} />
        </td>
        <td className="amount-note">
          {donation.externalRef && <ExternalRef value={donation.externalRef} />}
        </td>
        <td className="amount-status">
          <DonationStatus donation={donation} />
        </td>
        <td className="amount-figure is-main">
          <Money amount={isGift(donation) ? donation.paymentsTotal : donation.minAmountDue} />
        </td>
      </tr>
      <tr className="amount-more">
        <td colSpan={5}>
          {donation.memorials?.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {donation.report && (
            <p>
              {money(donation.report.collected)} was collected, and {money(donation.report.paidOut)} paid out.
              {donation.report.fees > 0 && ` Payers added ${money(donation.report.fees)} for card fees.`}{' '}
              {donation.report.left < 0
                ? `${donation.campaignName} is ${money(cents(-donation.report.left))} below zero.`
                : `${money(donation.report.left)} is left in ${donation.campaignName}.`}
            </p>
          )}
          {donation.members ? (
            <Members members={donation.members} of={donation.campaignRunName} />
          ) : (
            <p className="row-note">Who this was for was not recorded at that time.</p>
          )}
        </td>
      </tr>
    </tbody>
  );
}

function Members({ members, of }: { members: DonationMember[]; of: string }) {
  return (
    <Table borderless size="sm">
      <caption className="visually-hidden">Who {of} was for</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.member_id}>
            <th scope="row">{fullName(member)}</th>
            <td className="numeric">
              <Money amount={member.price} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
