import { CLAIM_STATE_WORDS, CLAIM_STATES, type Claim } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { showDeathDay } from '@kinfold/domain/death-day';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, oneOf, useFilters } from '../../lib/use-filters.ts';
import { OrganizationFilter, type Chosen } from '../../parts/access/in-organization.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { claimsQuery } from '../../queries/claims.ts';
import { listFiles } from '../../queries/list-files.ts';
import '../../theme/staff.scss';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ClaimStatus } from './claim-status.tsx';

const ClaimFilter = z.object({ organization_number: freeText, state: oneOf(...CLAIM_STATES) });

/** The claims of the organization of the address and of all below it, filtered by state. */
export function ClaimList({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const by = useFilters(ClaimFilter);
  const { state } = by.filters;
  const query = useInfiniteQuery({
    ...claimsQuery(organizationNumber, state),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack">
      <FilterBar by={by} clearTo={paths.claims.href()}>
        {(filters) => (
          <div className="fields">
            <FilterSelect
              by={filters}
              name="state"
              label="State"
              all="Any state"
              options={CLAIM_STATE_WORDS}
            />
            <OrganizationFilter by={filters} choices={choices} />
          </div>
        )}
      </FilterBar>
      <GrowingList
        query={query}
        rowsOf={({ claims }) => claims}
        many="claims"
        skeletonRows={5}
        empty={
          <EmptyState title="No claims">
            {state ? (
              'No claim is in this state.'
            ) : (
              <>
                A claim is opened from the page of a death:{' '}
                <Link to={paths.death.href()}>Somebody has died</Link>
              </>
            )}
          </EmptyState>
        }
      >
        {(claims) => (
          <>
            <ul className="entries" aria-label="Claims">
              {claims.map((claim) => (
                <Row key={claim._id} claim={claim} />
              ))}
            </ul>
            <ExportCsv path={listFiles.claims(organizationNumber, state)} fileName="claims.csv" />
          </>
        )}
      </GrowingList>
    </div>
  );
}

function Row({ claim: { _id, claimNbr, member, campaign, deceasedDt, deathDay, state } }: { claim: Claim }) {
  return (
    <li className="line claim-line" data-row>
      <Link className="row-link" to={paths.claim.href(_id)}>
        {member.name}
      </Link>
      <ClaimStatus state={state} />
      <p className="row-note">
        {campaign.campaignName} · <span className="tabular">{claimNbr}</span>
      </p>
      <p className="row-note tabular">
        died{deathDay === 'unknown' && ':'} {showDeathDay(deceasedDt as CalendarDate, deathDay)}
      </p>
    </li>
  );
}
