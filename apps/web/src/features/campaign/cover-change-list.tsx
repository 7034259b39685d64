import { COVER_CHANGES_PAGE, type CoverChange } from '@kinfold/domain/cover-change';
import { LOSING_COVER_DAYS } from '@kinfold/domain/staff-home';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { PrintRows } from '../../parts/print-rows.tsx';
import { paths } from '../../paths.ts';
import { coverChangesCsvPath, coverChangesQuery } from '../../queries/cover-changes.ts';
import { DateText } from '../../ui/date-text.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** People who lose or reach cover soon in a campaign, or in all of the user's, 20 a page, and as a file. */
export function CoverChanges({ campaignId }: { campaignId: string | undefined }) {
  const client = useQueryClient();
  const list = useListQuery([COVER_CHANGES_PAGE], (page) => coverChangesQuery(campaignId, page));
  const total = list.query.data?.results;
  return (
    <>
      <ListHead
        tools={
          total !== 0 && (
            <>
              <PrintRows
                title="People who lose or reach cover soon"
                notes="What happens"
                pageOf={async (page) => {
                  const { changes, ...found } = await client.fetchQuery(coverChangesQuery(campaignId, page));
                  const rows = changes.map((one) => ({
                    id: keyOf(one),
                    name: one.name,
                    note: [
                      `${kindOf(one)} ${dateInWords(one.date)}.`,
                      one.reason,
                      campaignId === undefined && `${one.campaignName}.`,
                    ]
                      .filter(Boolean)
                      .join(' '),
                    phone: one.phoneNbr,
                  }));
                  return { ...found, rows };
                }}
              />
              <ExportCsv path={coverChangesCsvPath(campaignId)} fileName="cover.csv" />
            </>
          )
        }
      >
        <p className="muted" role="status">
          {total !== undefined && countOf(total, 'household or person', 'households and people')}
        </p>
      </ListHead>
      <PagedList
        list={list}
        rowsOf={({ changes }) => changes}
        one="person"
        many="people"
        what="who loses cover"
        skeletonRows={6}
        emptyTitle="Nobody"
        emptyHint={`Nobody loses or reaches cover within ${LOSING_COVER_DAYS} days.`}
      >
        {(changes) => (
          <ul className="entries">
            {changes.map((change) => (
              <Row key={keyOf(change)} change={change} isOfOne={campaignId !== undefined} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const keyOf = ({ kind, member_id, campaignId, reason }: CoverChange) =>
  `${kind} ${member_id} ${campaignId} ${reason}`;
const kindOf = ({ kind }: CoverChange) => (kind === 'loses' ? 'Loses cover' : 'Reaches cover');

function Row({ change, isOfOne }: { change: CoverChange; isOfOne: boolean }) {
  const { kind, member_id, name, phoneNbr, people, campaignName, reason, date, warnedDt } = change;
  return (
    <li className="line cover-line" data-row>
      <Link className="row-link" to={paths.member.href(member_id)}>
        {name}
      </Link>
      <p className="line-wide">
        <StatusDot tone={kind === 'loses' ? 'due' : 'ok'}>
          <span>
            {kindOf(change)} <DateText inWords value={date} />
          </span>
        </StatusDot>
      </p>
      <p className="row-note">
        {reason}
        {people > 1 && ` For ${people} people.`}
        {!isOfOne && ` ${campaignName}.`}
        {warnedDt && (
          <>
            {' '}
            Warned <DateText inWords value={warnedDt} />.
          </>
        )}
      </p>
      <p>{phoneNbr ? <Phone value={phoneNbr} /> : <span className="muted">No phone</span>}</p>
    </li>
  );
}
