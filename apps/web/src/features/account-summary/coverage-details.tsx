import type { CoveredMember } from '@kinfold/domain/campaign-membership';
import { isGift, type Donation } from '@kinfold/domain/donation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { membershipQuery } from '../../lib/account-queries.ts';
import { asProblem } from '../../lib/problem.ts';
import { DateText } from '../../ui/date-text.tsx';
import { DonationStatus } from '../../ui/donation-status.tsx';
import { ExternalRef } from '../../ui/external-ref.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** Each donation by date, reference and amount, and the members that it is for with their prices. */
export function CoverageDetails({
  membershipId,
  donations,
}: {
  membershipId: string;
  donations: Donation[];
}) {
  const { data, error, refetch } = useQuery(membershipQuery(membershipId));
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        When a collection is opened, what it asks of you stands here.
      </EmptyState>
    );
  const newestFirst = donations.toSorted((a, b) => b.createdDt.getTime() - a.createdDt.getTime());
  return (
    <div className="stack">
      <div className="stack-tight">
        <h3>Collections</h3>
        <ul className="rows">
          {newestFirst.map((donation) => (
            <DonationRow key={donation._id} donation={donation} />
          ))}
        </ul>
      </div>
      <div className="stack-tight">
        <h3>Who is covered</h3>
        {data ? (
          <CoveredMembers members={data.members} total={<Money amount={data.totalPrice} />} />
        ) : error ? (
          <ErrorPanel
            problem={asProblem(error)}
            title="We cannot show who is covered at the moment."
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} label="Loading who is covered" />
        )}
      </div>
    </div>
  );
}

function DonationRow({ donation }: { donation: Donation }) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{donation.campaignRunName}</p>
        <p className="row-note">
          <DateText value={donation.createdDt} />
          {donation.externalRef && (
            <>
              {' · '}
              <ExternalRef value={donation.externalRef} />
            </>
          )}
        </p>
      </div>
      <div className="row-side">
        <span className="row-amount">
          <Money amount={isGift(donation) ? donation.paymentsTotal : donation.minAmountDue} />
        </span>
        <span className="row-status">
          <DonationStatus donation={donation} />
        </span>
      </div>
    </li>
  );
}

function CoveredMembers({ members, total }: { members: CoveredMember[]; total: ReactNode }) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className="numeric">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member._id}>
            <th scope="row">
              {member.firstNm} {member.lastNm} <span className="row-note">{member.relationship}</span>
            </th>
            <td className="numeric">
              <Money amount={member.price} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Each collection</th>
          <td className="numeric">{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
