import { DASHBOARD_DONATIONS } from '@kinfold/domain/constants';
import { isGift, type Donation } from '@kinfold/domain/donation';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { money } from '../../lib/format.ts';
import { DonationStatus } from '../../parts/payment/donation-status.tsx';
import { paths } from '../../paths.ts';
import { donationPageQuery, recentDonationsQuery } from '../../queries/donations.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';

const LOAD_FAILED =
  'oops, something went wrong: we cannot load your recent donations at this time. Please check back later.';

const RECENT = { page_number: 1, page_size: DASHBOARD_DONATIONS };

/** The last five donations of the signed-in member, or of a linked account. */
export function RecentDonations({ memberId, isOwn }: { memberId: string; isOwn: boolean }) {
  const own = useQuery({ ...recentDonationsQuery, enabled: isOwn });
  const linked = useQuery({ ...donationPageQuery(memberId, RECENT), enabled: !isOwn });
  return (
    <Card title="Recent Donations">
      <Loaded query={isOwn ? own : linked} what="your recent dues" title={LOAD_FAILED}>
        {({ donations, results }) => (
          <>
            <DonationRows donations={donations} isOwn={isOwn} />
            {results > 0 && (
              <div className="button-row">
                <ButtonLink variant="link" to={paths.member.href(memberId, 'donations')}>
                  All dues and gifts
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function DonationRows({ donations, isOwn }: { donations: Donation[]; isOwn: boolean }) {
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        What is collected from you, and what you have paid of it, is listed here.
      </EmptyState>
    );
  return (
    <AmountTable
      label="Recent Donations"
      columns={[
        { head: 'Collection' },
        { head: 'Date' },
        { head: 'Status' },
        { head: 'Amount', isAmount: true },
      ]}
    >
      {donations.map((donation) => (
        <tbody key={donation._id}>
          <tr>
            <th scope="row" className="amount-name">
              {donation.campaignRunName}
              <span className="row-note amount-wide">{donation.campaignName}</span>
            </th>
            <td className="amount-note">
              <DateText value={donation.createdDt} />
            </td>
            <td className="amount-status">
              <DonationStatus donation={donation} />
            </td>
            <td className="amount-figure is-main">
              <Money amount={isGift(donation) ? donation.paymentsTotal : donation.minAmountDue} />
            </td>
          </tr>
          {donation.told && (
            <tr className="amount-more">
              <td colSpan={4}>
                <p className="row-note">
                  {donation.told
                    .filter(({ amount }) => amount !== 0)
                    .map(({ label, amount }) => `${label}: ${money(amount)}`)
                    .join(' · ')}
                  {isOwn && (
                    <>
                      {' '}
                      <Link to={paths.accountSummary.href()}>See what it came to</Link>
                    </>
                  )}
                </p>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </AmountTable>
  );
}
