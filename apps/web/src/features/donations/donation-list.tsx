import { DEFAULT_DONATIONS_PAGE, OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { isGift, type Donation } from '@kinfold/domain/donation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, type Problem } from '../../lib/problem.ts';
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
import './donations.scss';

/** The donations of a member, paged by the query string (spec section 2, "Member donations list"). */
export function DonationList({ memberId }: { memberId: string }) {
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
        emptyHint="What is collected, and what was paid of it, stands here."
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
                <DonationRow key={donation._id} donation={donation} />
              ))}
            </AmountTable>
          </>
        )}
      </PagedList>
    </Card>
  );
}

function DonationRow({ donation }: { donation: Donation }) {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'busy' | 'done' | Problem>('idle');
  const refresh = async () => {
    setState('busy');
    await refreshDonation(client, donation._id).then(
      () => setState('done'),
      (error: unknown) => setState(asProblem(error)),
    );
  };
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
          <div className="donation-foot">
            {donation.externalRef && (
              <span>
                Invoice <ExternalRef value={donation.externalRef} />
              </span>
            )}
            <button
              type="button"
              className="field-button"
              disabled={state === 'busy'}
              aria-busy={state === 'busy' || undefined}
              onClick={() => void refresh()}
            >
              <Icon name="refresh" /> Refresh{' '}
              <span className="visually-hidden">{donation.campaignRunName}</span>
            </button>
          </div>
          <output className={typeof state === 'object' ? 'text-danger row-note' : 'visually-hidden'}>
            {state === 'done' && `${donation.campaignRunName} is up to date.`}
            {typeof state === 'object' && `These dues could not be refreshed: ${state.detail}`}
          </output>
        </td>
      </tr>
    </tbody>
  );
}
