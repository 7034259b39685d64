import { DOUBLE_COVERS_PAGE, type DoubleCover } from '@kinfold/domain/double-cover';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useListQuery } from '../../lib/use-list-query.ts';
import { PrintRows } from '../../parts/print-rows.tsx';
import { paths } from '../../paths.ts';
import { doubleCoversCsvPath, doubleCoversQuery } from '../../queries/double-covers.ts';
import '../../theme/staff.scss';
import { ListHead } from '../../ui/list-head.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import '../../theme/staff.scss';
import { PagedList } from '../../ui/paged-list.tsx';
import './campaign.scss';

/** The number of people covered by a campaign and another membership, as a link to them; empty if there are none. */
export function DoubleCoversLink({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(doubleCoversQuery(campaignId, { page_number: 1, page_size: DOUBLE_COVERS_PAGE }));
  if (!data?.results) return null;
  return (
    <Link to={paths.doubleCovers.href(campaignId)}>
      {countOf(data.results, 'person is', 'people are')} covered twice
    </Link>
  );
}

/** People covered by a campaign and by another membership, 20 a page, and as a file. */
export function DoubleCovers({ campaignId }: { campaignId: string }) {
  const client = useQueryClient();
  const list = useListQuery([DOUBLE_COVERS_PAGE], (page) => doubleCoversQuery(campaignId, page));
  const total = list.query.data?.results;
  return (
    <>
      <ListHead
        tools={
          total !== 0 && (
            <>
              <PrintRows
                title="People who are covered twice"
                notes="Memberships"
                pageOf={async (page) => {
                  const { doubleCovers, ...found } = await client.fetchQuery(
                    doubleCoversQuery(campaignId, page),
                  );
                  const rows = doubleCovers.map((one) => ({
                    id: keyOf(one),
                    name: one.name,
                    note: one.memberships
                      .map((by) => `${by.primaryMemberName}: ${by.campaignName}, ${by.organizationName}`)
                      .join(' · '),
                  }));
                  return { ...found, rows };
                }}
              />
              <ExportCsv path={doubleCoversCsvPath(campaignId)} fileName="covered-twice.csv" />
            </>
          )
        }
      >
        <p className="muted" role="status">
          {total !== undefined && pluralOf(total, '# person is covered twice', '# people are covered twice')}
        </p>
      </ListHead>
      <PagedList
        list={list}
        rowsOf={({ doubleCovers }) => doubleCovers}
        one="person"
        many="people"
        what="who is covered twice"
        skeletonRows={6}
        emptyTitle="Nobody"
        emptyHint="Nobody whose memberships you see is covered twice."
      >
        {(doubleCovers) => (
          <ul className="entries">
            {doubleCovers.map((double) => (
              <Row key={keyOf(double)} double={double} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const keyOf = ({ member_id, memberships }: DoubleCover) =>
  `${member_id} ${memberships.map(({ _id }) => _id).join(' ')}`;

function Row({ double: { member_id, name, memberships } }: { double: DoubleCover }) {
  return (
    <li className="line double-line" data-row>
      <Link className="row-link" to={paths.member.href(member_id)}>
        {name}
      </Link>
      <ul className="line-wide double-memberships">
        {memberships.map(({ _id, campaignName, organizationName, primaryMemberId, primaryMemberName }) => (
          <li key={_id}>
            <Link className="row-link" to={paths.membership.href(primaryMemberId, _id)}>
              Membership of {primaryMemberName}
            </Link>
            <p className="row-note">
              {campaignName}, {organizationName}
            </p>
          </li>
        ))}
      </ul>
    </li>
  );
}
