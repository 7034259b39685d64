import { DEFAULT_DONATIONS_PAGE, OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { isGift, type Donation } from '@kinfold/domain/donation';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { DonationStatus } from '../../parts/donation-status.tsx';
import { ExternalRef } from '../../parts/external-ref.tsx';
import { donationPageQuery, refreshDonation } from '../../queries/donations.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import './donations.scss';

const SIZES = [DEFAULT_DONATIONS_PAGE, OLDER_LIST_PAGE];

/** The donations of a member, paged by the query string (spec section 2, "Member donations list"). */
export function DonationList({ memberId }: { memberId: string }) {
  const [query, setQuery] = useSearchParams();
  const size = SIZES.find((known) => String(known) === query.get('page_size')) ?? DEFAULT_DONATIONS_PAGE;
  const number = Math.max(1, Math.trunc(Number(query.get('page_number'))) || 1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...donationPageQuery(memberId, { number, size }),
    placeholderData: keepPreviousData,
  });
  const show = (page: { page_number: number; page_size: number }) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(page)) before.set(name, String(value));
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Card title="Donations">
      {data ? (
        <div className="stack" aria-busy={isPlaceholderData || undefined}>
          <Rows donations={data.donations} page={number} />
          {data.results > DEFAULT_DONATIONS_PAGE && (
            <div className="list-foot">
              <Pager
                current={number}
                pages={data.pages}
                label="donations"
                onPage={(page_number) => show({ page_number, page_size: size })}
              />
              <label className="page-size">
                Per page{' '}
                <select
                  className="form-select"
                  value={size}
                  onChange={(event) => show({ page_number: 1, page_size: Number(event.target.value) })}
                >
                  {SIZES.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              </label>
            </div>
          )}
        </div>
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show the donations at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={5} label="Loading the donations" />
      )}
    </Card>
  );
}

function Rows({ donations, page }: { donations: Donation[]; page: number }) {
  if (donations.length === 0)
    return (
      <EmptyState title="No donations to display">
        {page > 1
          ? 'This page is past the last donation.'
          : 'What is collected, and what was paid of it, stands here.'}
      </EmptyState>
    );
  return (
    <ul className="rows">
      {donations.map((donation) => (
        <DonationRow key={donation._id} donation={donation} />
      ))}
    </ul>
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
    <li className="row-item donation-row">
      <div className="row-text">
        <p className="row-name">{donation.campaignName}</p>
        <p className="row-note">{donation.campaignRunName}</p>
      </div>
      <dl className="facts">
        <div>
          <dt>Date</dt>
          <dd>
            <DateText value={donation.createdDt} />
          </dd>
        </div>
        {!isGift(donation) && (
          <div>
            <dt>Price</dt>
            <dd>
              <Money amount={donation.minAmountDue} />
            </dd>
          </div>
        )}
        <div>
          <dt>Paid</dt>
          <dd>
            <Money amount={donation.paymentsTotal} />
          </dd>
        </div>
      </dl>
      <div className="donation-foot">
        <DonationStatus donation={donation} />
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
          <Icon name="refresh" /> Refresh <span className="visually-hidden">{donation.campaignRunName}</span>
        </button>
      </div>
      <output className={typeof state === 'object' ? 'text-danger row-note' : 'visually-hidden'}>
        {state === 'done' && `${donation.campaignRunName} is up to date.`}
        {typeof state === 'object' && `This donation could not be refreshed: ${state.detail}`}
      </output>
    </li>
  );
}
