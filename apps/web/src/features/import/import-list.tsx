import { countOf } from '@kinfold/domain/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { importsQuery } from '../../queries/imports.ts';
import { listFiles } from '../../queries/list-files.ts';
import { DateText } from '../../ui/date-text.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { IMPORT_STATUS, KINDS } from './import-texts.ts';

/** The imports of an organization, newest first. */
export function ImportList({ organizationNumber }: { organizationNumber: string }) {
  const query = useInfiniteQuery(importsQuery(organizationNumber));
  return (
    <GrowingList
      query={query}
      rowsOf={({ imports }) => imports}
      many="imports"
      skeletonRows={3}
      empty={
        <EmptyState title="No imports yet">
          Files that you send are listed here, with their outcome.
        </EmptyState>
      }
      end="These are all imports."
    >
      {(imports) => (
        <>
          <ul className="entries">
            {imports.map(({ _id, kind, fileName, status, counts, createdBy, createdDt }) => (
              <li key={_id} className="line job-line" data-row>
                <Link className="row-link" to={paths.import.href(organizationNumber, _id)}>
                  {fileName}
                </Link>
                <p className="row-note break-anywhere">
                  {kind === 'balances' && `${KINDS.balances.name} · `}
                  {countOf(counts.rows, 'row', 'rows')} · {createdBy}, <DateText value={createdDt} />{' '}
                  <TimeText value={createdDt} />
                </p>
                <StatusDot tone={IMPORT_STATUS[status].tone}>{IMPORT_STATUS[status].word}</StatusDot>
              </li>
            ))}
          </ul>
          <ExportCsv path={listFiles.imports(organizationNumber)} />
        </>
      )}
    </GrowingList>
  );
}
