import type { CampaignRow } from '@kinfold/domain/campaign-list';
import { CAMPAIGNS_PAGE, TYPEAHEAD_MIN_CHARS } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { filterWords } from '../../parts/filter-words.ts';
import { PrintRows } from '../../parts/print-rows.tsx';
import { canFilter, OrganizationFilter, type Chosen } from '../../parts/access/in-organization.tsx';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { paths } from '../../paths.ts';
import { listFiles } from '../../queries/list-files.ts';
import { campaignPageQuery } from '../../queries/staff-campaigns.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { PagedList } from '../../ui/paged-list.tsx';

const CampaignFilter = z.object({ organization_number: freeText, searchTerm: freeText });

/** The campaigns of the user's organizations with filters, 15 a page. */
export function CampaignList({ choices }: Pick<Chosen, 'choices'>) {
  const client = useQueryClient();
  const by = useFilters(CampaignFilter);
  const { filters } = by;
  const list = useListQuery([CAMPAIGNS_PAGE], (page) => campaignPageQuery(filters, page));
  const mayAdd = useMayAnywhere('campaigns.create');
  const total = list.query.data?.results;
  return (
    <>
      <FilterBar
        by={by}
        find={{
          hint: 'Words of the name',
          minChars: TYPEAHEAD_MIN_CHARS,
          tooShort: `Type at least ${TYPEAHEAD_MIN_CHARS} letters of the name`,
        }}
        tools={
          <ListHead
            main={
              mayAdd && (
                <ButtonLink
                  to={paths.campaignCreate.href({ organization_number: filters.organization_number })}
                >
                  New campaign
                </ButtonLink>
              )
            }
            tools={
              <>
                {total !== 0 && (
                  <PrintRows
                    title="Campaigns"
                    filter={filterWords(filters, choices)}
                    notes="Kind, managed by, runs"
                    pageOf={async (page) => {
                      const { campaigns, ...found } = await client.fetchQuery(
                        campaignPageQuery(filters, page),
                      );
                      const rows = campaigns.map((one) => ({
                        id: one._id,
                        name: one.campaignName,
                        note: [kindOf(one), one.managedBy, runsOf(one)].join(' · '),
                      }));
                      return { ...found, rows };
                    }}
                  />
                )}
                <ExportCsv path={listFiles.campaigns(filters)} />
              </>
            }
          >
            <p className="muted tabular" role="status">
              {total !== undefined && countOf(total, 'campaign', 'campaigns')}
            </p>
          </ListHead>
        }
        clearTo={paths.campaigns.href()}
      >
        {canFilter(choices) && ((shown) => <OrganizationFilter by={shown} choices={choices} />)}
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ campaigns }) => campaigns}
        one="campaign"
        many="campaigns"
        skeletonRows={6}
        emptyTitle="No campaigns found"
        emptyHint={
          Object.keys(filters).length
            ? 'No campaign matches these filters. Clear them to see all of yours.'
            : 'Funeral funds and other fundraisers of your organizations are listed here.'
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

const kindOf = ({ requiresMembership }: CampaignRow) =>
  requiresMembership ? 'Funeral fund' : 'Open to any gift';
const runsOf = ({ activeRuns }: CampaignRow) =>
  activeRuns > 0 ? countOf(activeRuns, 'active run', 'active runs') : 'No active run';

function Row({ campaign }: { campaign: CampaignRow }) {
  const { _id, campaignName, shortDescription, managedBy, activeRuns } = campaign;
  return (
    <li className="line campaign-line" data-row>
      <Link className="row-link" to={paths.campaign.href(_id)}>
        {campaignName}
      </Link>
      <p className="row-note d-none d-md-block">{shortDescription}</p>
      <p className="row-note">
        {kindOf(campaign)} · Managed by {managedBy}
      </p>
      <p className={activeRuns > 0 ? 'tabular' : 'tabular muted'}>{runsOf(campaign)}</p>
    </li>
  );
}
