import { COVER_CHANGES_PAGE, type CoverChange } from '@kinfold/domain/cover-change';
import { LOSING_COVER_DAYS } from '@kinfold/domain/staff-home';
import { countOf } from '@kinfold/domain/text';
import { Link } from 'react-router-dom';
import { useListQuery } from '../../lib/use-list-query.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { coverChangesCsvPath, coverChangesQuery } from '../../queries/cover-changes.ts';
import { DateText } from '../../ui/date-text.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** People who lose or reach cover soon in a campaign, or in all of the user's, 20 a page, and as a file. */
export function CoverChanges({ campaignId }: { campaignId: string | undefined }) {
  const list = useListQuery([COVER_CHANGES_PAGE], (page) => coverChangesQuery(campaignId, page));
  const total = list.query.data?.results;
  return (
    <>
      <div className="list-head">
        <p className="muted" role="status">
          {total !== undefined && countOf(total, 'household or person', 'households and people')}
        </p>
        {total ? <ExportCsv path={coverChangesCsvPath(campaignId)} fileName="cover.csv" /> : null}
      </div>
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
              <Row
                key={`${change.kind} ${change.member_id} ${change.campaignId} ${change.reason}`}
                change={change}
                isOfOne={campaignId !== undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Row({ change, isOfOne }: { change: CoverChange; isOfOne: boolean }) {
  const { kind, member_id, name, phoneNbr, people, campaignName, reason, date, warnedDt } = change;
  return (
    <li className="line cover-line" data-row>
      <Link className="row-link" to={paths.member.href(member_id)}>
        {name}
      </Link>
      <p className="line-wide">
        <StatusDot tone={kind === 'loses' ? 'due' : 'ok'}>
          {kind === 'loses' ? 'Loses cover' : 'Reaches cover'} <DateText inWords value={date} />
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
