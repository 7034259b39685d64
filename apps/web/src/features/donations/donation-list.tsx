import { DEFAULT_DONATIONS_PAGE, OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { isGift, type Donation } from '@kinfold/domain/donation';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useListQuery } from '../../lib/use-list-query.ts';
import { CampaignRunLink } from '../../parts/organization/campaign-run-link.tsx';
import { DonationStatus } from '../../parts/payment/donation-status.tsx';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import { donationPageQuery, refreshDonation } from '../../queries/donations.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The donations of a member, paged by the query string (spec section 2, "Member donations list"). */
export function DonationList({
  memberId,
  action,
}: {
  memberId: string;
  /** What the reader may do with dues. */
  action?: (donation: Donation) => ReactNode;
}) {
  const list = useListQuery([DEFAULT_DONATIONS_PAGE, OLDER_LIST_PAGE], (page) =>
    donationPageQuery(memberId, page),
  );
  return (
    <Card title="Donations">
      <PagedList
        list={list}
        rowsOf={({ donations }) => donations}
        one="donation"
        many="donations"
        what="the dues"
        skeletonRows={5}
        emptyTitle="No donations to display"
        emptyHint="What is collected, and what was paid of it, is listed here."
      >
        {(donations) => (
          <>
            <p className="muted">Paid a moment ago? Refresh reads the latest state of that line.</p>
            <AmountTable
              label="Donations"
              columns={[
                { head: 'Fundraiser' },
                { head: 'Date' },
                { head: 'Price', isAmount: true },
                { head: 'Paid', isAmount: true },
                { head: 'Status' },
              ]}
            >
              {donations.map((donation) => (
                <DonationRow key={donation._id} donation={donation} action={action?.(donation)} />
              ))}
            </AmountTable>
          </>
        )}
      </PagedList>
    </Card>
  );
}

function DonationRow({ donation, action }: { donation: Donation; action: ReactNode }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const [isDone, setDone] = useState(false);
  const refresh = async () => setDone(await call(() => refreshDonation(client, donation._id)));
  return (
    <tbody>
      <tr>
        <th scope="row" className="amount-name">
          <CampaignRunLink donation={donation} />
          <span className="row-note">{donation.campaignRunName}</span>
        </th>
        <td className="amount-note">
          <DateText value={donation.createdDt} />
        </td>
        <td className="amount-figure is-main">
          {!isGift(donation) && <Money amount={donation.minAmountDue} />}
        </td>
        <td className={`amount-figure amount-note${donation.paymentsTotal > 0 ? '' : ' amount-wide'}`}>
          <span className="amount-narrow">Paid</span> <Money amount={donation.paymentsTotal} />
        </td>
        <td className="amount-status">
          <DonationStatus donation={donation} />
        </td>
      </tr>
      <tr className="amount-more">
        <td colSpan={5}>
          <div className="d-flex flex-wrap align-items-center justify-content-between gap-1 column-gap-4 small">
            {donation.externalRef && (
              <span>
                Invoice <ExternalRef value={donation.externalRef} />
              </span>
            )}
            {action}
            <button
              type="button"
              className="field-button"
              disabled={isBusy}
              aria-busy={isBusy || undefined}
              onClick={() => void refresh()}
            >
              <Icon name="refresh" /> Refresh{' '}
              <span className="visually-hidden">{donation.campaignRunName}</span>
            </button>
          </div>
          <output className={failure ? 'text-danger row-note' : 'visually-hidden'}>
            {isDone && !isBusy && `${donation.campaignRunName} is up to date.`}
            {failure && `These dues could not be refreshed: ${failure.problem.detail}`}
          </output>
        </td>
      </tr>
    </tbody>
  );
}
