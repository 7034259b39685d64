import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { importsQuery } from '../../queries/imports.ts';
import { listFiles } from '../../queries/list-files.ts';
import { DateText } from '../../ui/date-text.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { IMPORT_STATUS, KINDS } from './import-texts.ts';

/** The imports of an organization, newest first. */
export function ImportList({ organizationNumber }: { organizationNumber: string }) {
  const query = useInfiniteQuery(importsQuery(organizationNumber));
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = query;
  if (!data)
    return error ? (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show the imports at the moment."
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading the imports" />
    );
  const imports = data.pages.flatMap((page) => page.imports);
  if (imports.length === 0)
    return (
      <EmptyState title="No imports yet">Files that you send stand here, with what they did.</EmptyState>
    );
  return (
    <div className="stack" ref={list}>
      <ul className="entries">
        {imports.map(({ _id, kind, fileName, status, counts, createdBy, createdDt }) => (
          <li key={_id} className="job-row" data-row>
            <Link className="row-link" to={paths.import.href(organizationNumber, _id)}>
              {fileName}
            </Link>
            <p className="row-note break-anywhere">
              {kind === 'balances' && `${KINDS.balances.name} · `}
              {counts.rows} rows · {createdBy}, <DateText value={createdDt} /> <TimeText value={createdDt} />
            </p>
            <StatusDot tone={IMPORT_STATUS[status].tone}>{IMPORT_STATUS[status].word}</StatusDot>
          </li>
        ))}
      </ul>
      <ExportCsv path={listFiles.imports(organizationNumber)} />
      <ShowMore query={query} list={list} count={imports.length} end="These are all imports." />
    </div>
  );
}
