import type { CampaignRow } from '@kinfold/domain/campaign-list';
import { CAMPAIGNS_PAGE, TYPEAHEAD_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { ROOT } from '@kinfold/domain/permission';
import { countOf } from '@kinfold/domain/text';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { readFilters } from '../../lib/read-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { setFilters, useAddressQuery } from '../../lib/use-address-query.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { paths } from '../../paths.ts';
import { listFiles } from '../../queries/list-files.ts';
import { campaignPageQuery, type CampaignFilters } from '../../queries/staff-campaigns.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The campaigns of one's organizations with filters, 15 a page. */
export function CampaignList({ choices }: Pick<Chosen, 'choices'>) {
  const [query] = useSearchParams();
  const filters: CampaignFilters = readFilters(query, ['organization_number', 'searchTerm']);
  const list = useListQuery([CAMPAIGNS_PAGE], (page) => campaignPageQuery(filters, page));
  const mayAdd = useMayAnywhere('campaigns.create');
  const total = list.query.data?.results;
  return (
    <>
      {/* Of another address it shows that one's term. */}
      <Filters key={filters.searchTerm ?? ''} filters={filters} choices={choices} />
      <div className="list-head">
        <p className="muted tabular" role="status">
          {total !== undefined && countOf(total, 'campaign', 'campaigns')}
        </p>
        <div className="button-row">
          {mayAdd && (
            <ButtonLink to={paths.campaignCreate.href({ organization_number: filters.organization_number })}>
              <Icon name="plus" /> New campaign
            </ButtonLink>
          )}
          <ExportCsv path={listFiles.campaigns(filters)} />
        </div>
      </div>
      <PagedList
        list={list}
        rowsOf={({ campaigns }) => campaigns}
        one="campaign"
        many="campaigns"
        skeletonRows={6}
        emptyTitle="No campaigns found"
        emptyHint={
          Object.keys(filters).length
            ? 'No campaign fits these filters. Clear them to see all of yours.'
            : 'Funeral funds and other fundraisers of your organizations stand here.'
        }
      >
        {(campaigns) => (
          <ul className="entries">
            {campaigns.map((campaign) => (
              <Row key={campaign._id} campaign={campaign} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Filters({ filters, choices }: Pick<Chosen, 'choices'> & { filters: CampaignFilters }) {
  const [, setParams] = useAddressQuery();
  const [term, setTerm] = useState(filters.searchTerm ?? '');
  const [error, setError] = useState<string>();
  const organizations = choices.filter(({ organizationNumber }) => organizationNumber !== ROOT);
  const show = (changed: CampaignFilters) => {
    const searchTerm = term.trim();
    const isTooShort = searchTerm.length > 0 && searchTerm.length < TYPEAHEAD_MIN_CHARS;
    setError(isTooShort ? `Type at least ${TYPEAHEAD_MIN_CHARS} letters of the name` : undefined);
    if (isTooShort) return;
    setParams((query) => setFilters(query, { searchTerm, ...changed }));
  };
  return (
    <form
      className="campaign-filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show({});
      }}
    >
      <div className="member-find">
        <TextField
          label="Find"
          hint="Words of the name"
          type="search"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
          error={error}
        />
        <Button type="submit">Show</Button>
      </div>
      {organizations.length > 1 && (
        <SelectField
          label="Organization"
          value={filters.organization_number ?? ''}
          onChange={({ target }) => show({ organization_number: target.value })}
        >
          <option value="">All of yours</option>
          <OrganizationOptions choices={organizations} />
        </SelectField>
      )}
      {Object.keys(filters).length > 0 && (
        <ButtonLink variant="link" to={paths.campaigns.href()} preventScrollReset>
          Clear filters
        </ButtonLink>
      )}
    </form>
  );
}

function Row({ campaign }: { campaign: CampaignRow }) {
  const { _id, campaignName, shortDescription, requiresMembership, managedBy, activeRuns } = campaign;
  return (
    <li className="campaign-row" data-row>
      <div>
        <Link className="row-link" to={paths.campaign.href(_id)}>
          {campaignName}
        </Link>
        <p className="row-note campaign-about">{shortDescription}</p>
      </div>
      <p className="row-note">
        {requiresMembership ? 'Funeral fund' : 'Open to any gift'} · Managed by {managedBy}
      </p>
      <p className="tabular">
        {activeRuns > 0 ? (
          countOf(activeRuns, 'active run', 'active runs')
        ) : (
          <span className="muted">No active run</span>
        )}
      </p>
    </li>
  );
}
