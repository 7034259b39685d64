import { REVIEW_ITEM_NAMES, REVIEW_ITEMS_MAX, type ReviewItem } from '@kinfold/domain/review-item';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { date } from '../../lib/format.ts';
import { oneOf, useFilters } from '../../lib/use-filters.ts';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { OrganizationAndState } from '../../parts/organization/organization-and-state.tsx';
import { paths } from '../../paths.ts';
import { reviewItemsQuery, type ReviewStatus } from '../../queries/review-items.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const STATUSES: Record<ReviewStatus, string> = { open: 'To check', done: 'Checked' };

const ReviewFilter = z.object({ status: oneOf('open', 'done') });

/** Notices of the card provider that need attention, filtered by the organization and state of the address. */
export function ReviewList({ organizationNumber, choices, nameOf }: Chosen) {
  const { status = 'open' } = useFilters(ReviewFilter).filters;
  return (
    <>
      <OrganizationAndState
        organizationNumber={organizationNumber}
        choices={choices}
        label="Notices"
        states={STATUSES}
        state={status}
      />
      <Items organizationNumber={organizationNumber} status={status} nameOf={nameOf} />
    </>
  );
}

function Items({
  organizationNumber,
  status,
  nameOf,
}: Pick<Chosen, 'organizationNumber' | 'nameOf'> & { status: ReviewStatus }) {
  const query = useQuery({
    ...reviewItemsQuery(organizationNumber, status),
    placeholderData: keepPreviousData,
  });
  const [asked, setAsked] = useState<ReviewItem>();
  return (
    <Loaded query={query} what="notices" title="We cannot show these notices at the moment.">
      {(data) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={status === 'open' ? 'Nothing to check' : 'Nothing was checked yet'}>
              Refunds and disputes at the card provider are listed here, with charges that no payment here
              asked for.
            </EmptyState>
          ) : (
            <ul className="entries" aria-label={STATUSES[status]}>
              {data.map((item) => (
                <Row key={item._id} item={item} nameOf={nameOf} onDone={() => setAsked(item)} />
              ))}
            </ul>
          )}
          {data.length >= REVIEW_ITEMS_MAX && (
            <p className="muted">
              {status === 'open'
                ? `The oldest ${REVIEW_ITEMS_MAX} are shown. More follow as these are done.`
                : `The latest ${REVIEW_ITEMS_MAX} are shown.`}
            </p>
          )}
          {asked && <ReviewDialog key={asked._id} item={asked} onClose={() => setAsked(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function Row({ item, nameOf, onDone }: { item: ReviewItem; nameOf: Chosen['nameOf']; onDone: () => void }) {
  const { type, at, amount, receiptNumber, member, organizationNumber, providerId, detail, done } = item;
  return (
    <li className="line review-line" data-row>
      <p>
        <strong>
          {REVIEW_ITEM_NAMES[type].replace(/^./, (first) => first.toUpperCase())}
          {amount !== null && (
            <>
              {' '}
              of <Money amount={amount} />
            </>
          )}
        </strong>
        , {date(at)}
      </p>
      <div className="line-wide">
        <p>{detail}</p>
        <p className="row-note break-anywhere">
          {member && (
            <>
              <Link to={paths.member.href(member.member_id, 'donations')}>{member.name}</Link> ·{' '}
            </>
          )}
          {receiptNumber && <>Receipt {receiptNumber} · </>}
          {nameOf(organizationNumber)}
          <span className="d-none d-md-inline"> · {providerId}</span>
        </p>
        {done && (
          <p className="row-note">
            {done.by}, {date(done.at)}: {done.reason}
          </p>
        )}
      </div>
      {!done && (
        <Button
          variant="outline-primary"
          aria-label={`Done with the ${REVIEW_ITEM_NAMES[type]} ${providerId}`}
          onClick={onDone}
        >
          Done
        </Button>
      )}
    </li>
  );
}
