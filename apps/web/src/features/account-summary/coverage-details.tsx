import { isGift, type DetailedDonation, type DonationMember } from '@kinfold/domain/donation';
import { DonationStatus } from '../../parts/donation-status.tsx';
import { ExternalRef } from '../../parts/external-ref.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** The donations, newest first, with the members they cover and their prices at that time. */
export function CoverageDetails({ donations }: { donations: DetailedDonation[] }) {
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        When a collection is opened, what it asks of you stands here.
      </EmptyState>
    );
  const newestFirst = donations.toSorted((a, b) => b.createdDt.getTime() - a.createdDt.getTime());
  return (
    <ul className="rows">
      {newestFirst.map((donation) => (
        <DonationRow key={donation._id} donation={donation} />
      ))}
    </ul>
  );
}

function DonationRow({ donation }: { donation: DetailedDonation }) {
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
      <div className="row-more">
        {donation.members ? (
          <Members members={donation.members} of={donation.campaignRunName} />
        ) : (
          <p className="row-note">Whom this was for was not kept at that time.</p>
        )}
      </div>
    </li>
  );
}

function Members({ members, of }: { members: DonationMember[]; of: string }) {
  return (
    <table className="plain-table compact-table">
      <caption className="visually-hidden">Whom {of} was for</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.member_id}>
            <th scope="row">
              {member.firstNm} {member.lastNm}
            </th>
            <td className="numeric">
              <Money amount={member.price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
