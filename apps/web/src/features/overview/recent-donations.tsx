import type { Donation } from '@kinfold/domain/donation';
import { useQuery } from '@tanstack/react-query';
import { recentDonationsQuery } from '../../lib/account-queries.ts';
import { asProblem } from '../../lib/problem.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DonationStatus } from '../../ui/donation-status.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

const LOAD_FAILED =
  'oops, something went wrong: we cannot load your recent donations at this time. Please check back later.';

/** The last five donations of the signed-in member. */
export function RecentDonations() {
  const { data, error, refetch } = useQuery(recentDonationsQuery);
  return (
    <Card title="Recent Donations">
      {data ? (
        <DonationRows donations={data.donations} />
      ) : error ? (
        <ErrorPanel problem={asProblem(error)} title={LOAD_FAILED} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your recent donations" />
      )}
    </Card>
  );
}

function DonationRows({ donations }: { donations: Donation[] }) {
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        What is collected from you, and what you have paid of it, stands here.
      </EmptyState>
    );
  return (
    <ul className="rows">
      {donations.map((donation) => (
        <li className="row-item" key={donation._id}>
          <div className="row-text">
            <p className="row-name">{donation.campaignRunName}</p>
            <p className="row-note">
              <DateText value={donation.createdDt} /> · {donation.campaignName}
            </p>
          </div>
          <div className="row-side">
            <span className="row-amount">
              <Money amount={donation.minAmountDue} />
            </span>
            <span className="row-status">
              <DonationStatus donation={donation} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
