import { RUN_DONATIONS_PAGE } from '@kinfold/domain/constants';
import type { OrganizationChoice } from '@kinfold/domain/organization';
import type { RunDonation } from '@kinfold/domain/run-donations';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { freeText, oneOf, useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { OrganizationOptions } from '../../parts/access/in-organization.tsx';
import { filterWords } from '../../parts/filter-words.ts';
import { PrintRows } from '../../parts/print-rows.tsx';
import { DonationStatus } from '../../parts/payment/donation-status.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import {
  runDonationsCsvPath,
  runDonationsQuery,
  runFiguresQuery,
  runOrganizationsQuery,
  type RunFilters,
  type RunIds,
} from '../../queries/campaign-runs.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { csvName, donationName, viewLink } from '../../parts/run-texts.ts';

const BALANCES = { true: 'Open', false: 'Paid' };
const RunFilter = z.object({ organization_number: freeText, open_balance: oneOf('true', 'false') });

/**
 * The donations of a run, 15 a page, filtered by the address, also as a file, as a call list and for printing. With
 * `organizationNumber` the list is fixed to that organization and everything below it.
 */
export function RunDonations({
  ids,
  runName,
  organizationNumber,
}: {
  ids: RunIds;
  runName: string;
  organizationNumber?: string;
}) {
  const client = useQueryClient();
  const [query] = useSearchParams();
  const by = useFilters(RunFilter);
  const heading = useId();
  const filters: RunFilters = {
    ...by.filters,
    ...(organizationNumber !== undefined && { organization_number: organizationNumber }),
  };
  const list = useListQuery([RUN_DONATIONS_PAGE], (page) => runDonationsQuery(ids, filters, page));
  // The organizations to choose from are all of the run that the user may see; the figures name only the first of many.
  const figures = useQuery(runFiguresQuery(ids, organizationNumber));
  const isOfAll = organizationNumber === undefined;
  const all = useQuery({
    ...runOrganizationsQuery(ids),
    enabled: isOfAll && figures.data !== undefined && figures.data.more > 0,
  });
  const choices = all.data ?? figures.data?.organizations ?? [];
  const total = list.query.data?.results;
  const isOpenOnly = filters.open_balance === 'true';
  return (
    <section className="stack" aria-labelledby={heading}>
      <ListHead
        main={
          total !== undefined && (
            <ButtonLink variant="outline-primary" to={viewLink(query, 'calls')}>
              Call list
            </ButtonLink>
          )
        }
        tools={
          total !== undefined && (
            <>
              {total > 0 && (
                <PrintRows
                  title={`${isOpenOnly ? 'Who has not paid' : 'Donations'}: ${runName}`}
                  filter={filterWords(filters, choices, { open_balance: ['Balance', BALANCES] })}
                  notes="Organization, due, paid, open"
                  pageOf={async (page) => {
                    const { donations, ...found } = await client.fetchQuery(
                      runDonationsQuery(ids, filters, page),
                    );
                    const rows = donations.map((one) => ({
                      id: one._id,
                      name: donationName(one),
                      note: [
                        one.organizationName,
                        `${money(one.minAmountDue)} due`,
                        `${money(one.paymentsTotal)} paid`,
                        `${money(one.totalBalance)} open`,
                      ].join(' · '),
                      phone: one.primaryMember.phoneNbr,
                    }));
                    return { ...found, rows };
                  }}
                />
              )}
              {isOfAll && (
                <ButtonLink variant="outline-primary" to={viewLink(query, 'board')}>
                  Board for the hall
                </ButtonLink>
              )}
              <ButtonLink variant="outline-primary" to={viewLink(query, 'print')}>
                <Icon name="print" /> Print by organization
              </ButtonLink>
              <ExportCsv path={runDonationsCsvPath(ids, filters)} fileName={csvName(runName, filters)} />
            </>
          )
        }
      >
        <h2 id={heading}>
          {isOpenOnly ? 'Who has not paid' : 'Donations'}{' '}
          {total !== undefined && <span className="badge">{wholeNumber(total)}</span>}
        </h2>
      </ListHead>
      {!(list.query.error && asProblem(list.query.error).status === 403) && (
        <Filters by={by} organizations={isOfAll ? choices : []} />
      )}
      <p className="visually-hidden" role="status">
        {total !== undefined && countOf(total, 'donation', 'donations')}
      </p>
      <PagedList
        list={list}
        rowsOf={({ donations }) => donations}
        one="donation"
        many="donations"
        skeletonRows={8}
        emptyTitle={isOpenOnly ? 'Nothing is open' : 'No donations'}
        emptyHint={
          isOpenOnly
            ? 'Everybody has paid, or nobody was charged yet.'
            : 'Dues are listed here once the run is activated. Another filter may find some.'
        }
      >
        {(donations) => (
          <ul className="entries">
            {donations.map((donation) => (
              <Row key={donation._id} donation={donation} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function Filters({
  by,
  organizations,
}: {
  by: ReturnType<typeof useFilters<typeof RunFilter>>;
  organizations: readonly OrganizationChoice[];
}) {
  const chosen = by.filters.organization_number;
  const isListed = !chosen || organizations.some((one) => one.organizationNumber === chosen);
  return (
    <div className="fields">
      <FilterSelect by={by} name="open_balance" label="Balance" all="All" options={BALANCES} />
      {organizations.length > 1 && (
        <FilterSelect by={by} name="organization_number" label="Organization" all="All of yours">
          {!isListed && <option value={chosen}>{chosen}</option>}
          <OrganizationOptions choices={organizations} />
        </FilterSelect>
      )}
    </div>
  );
}

function Row({ donation }: { donation: RunDonation }) {
  const { primaryMember, organizationName, minAmountDue, paymentsTotal } = donation;
  return (
    <li className="line due-line" data-row>
      <Link className="row-link line-wide" to={paths.member.href(primaryMember._id, 'donations')}>
        {donationName(donation)}
      </Link>
      <p className="row-note">
        {organizationName} · <Money amount={minAmountDue} /> due
        {paymentsTotal > 0 && (
          <>
            , <Money amount={paymentsTotal} /> paid
          </>
        )}
      </p>
      <p>
        {primaryMember.phoneNbr ? (
          <Phone value={primaryMember.phoneNbr} />
        ) : (
          <span className="muted">No phone</span>
        )}
      </p>
      <DonationStatus donation={donation} isOfRun />
    </li>
  );
}
