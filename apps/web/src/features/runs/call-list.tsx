import { isValidPhone, phoneDigits, showPhone } from '@kinfold/domain/phone';
import type { RunDonation } from '@kinfold/domain/run-donations';
import { Link, useSearchParams } from 'react-router-dom';
import { useListQuery } from '../../lib/use-list-query.ts';
import { paths } from '../../paths.ts';
import { runDonationsQuery, type RunIds } from '../../queries/campaign-runs.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { donationName, viewLink } from './run-texts.ts';

const CALLS_PAGE = 50;

/** Who has not paid, to be called through with a phone: the name, what is owed, and the number as one large button. */
export function CallList({ ids, organizationNumber }: { ids: RunIds; organizationNumber?: string }) {
  const [query] = useSearchParams();
  const filters = {
    organization_number: organizationNumber ?? query.get('organization_number') ?? '',
    open_balance: 'true',
  };
  const list = useListQuery([CALLS_PAGE], (page) => runDonationsQuery(ids, filters, page));
  return (
    <section className="stack" aria-label="Call list">
      <div className="button-row">
        <ButtonLink variant="link" to={viewLink(query)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
      </div>
      <PagedList
        list={list}
        rowsOf={({ donations }) => donations}
        one="call"
        many="calls"
        failedTitle="We cannot show the call list at the moment."
        skeleton={<SkeletonRows rows={8} label="Loading the call list" />}
        emptyTitle="Nobody to call"
        emptyHint="Everybody has paid, or nobody was charged yet."
      >
        {(donations) => (
          <ul className="entries">
            {donations.map((donation) => (
              <Call key={donation._id} donation={donation} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function Call({ donation }: { donation: RunDonation }) {
  const { _id, phoneNbr } = donation.primaryMember;
  return (
    <li className="call-row" data-row>
      <Link className="row-link" to={paths.member.href(_id, 'donations')}>
        {donationName(donation)}
      </Link>
      <p className="call-owes">
        <Money amount={donation.totalBalance} />
      </p>
      {phoneNbr && isValidPhone(phoneNbr) ? (
        <a className="btn btn-outline-primary call-button" href={`tel:+1${phoneDigits(phoneNbr)}`}>
          Call {showPhone(phoneNbr)}
        </a>
      ) : (
        <p className="muted call-button">
          {phoneNbr ? `${showPhone(phoneNbr)}: not a valid number` : 'No phone'}
        </p>
      )}
    </li>
  );
}
