import type { Export } from '@kinfold/domain/export';
import { isJobOpen } from '@kinfold/domain/job';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { archivePath, exportsQuery, startExport } from '../../queries/exports.ts';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { JobStatus } from '../../parts/job/job-status.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Archives of all data of an organization: starts one, and lists those that can be downloaded or are being made. */
export function Exports({ organizationNumber }: { organizationNumber: string }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  return (
    <>
      <div className="button-row">
        <Button
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => void call(() => startExport(client, organizationNumber))}
        >
          <Icon name="download" /> Make an archive
        </Button>
      </div>
      {failure && <ErrorLine>The archive was not started: {failure.problem.detail}</ErrorLine>}
      <h2>Archives</h2>
      <ExportList organizationNumber={organizationNumber} />
    </>
  );
}

function ExportList({ organizationNumber }: { organizationNumber: string }) {
  const query = useInfiniteQuery(exportsQuery(organizationNumber));
  return (
    <GrowingList
      query={query}
      rowsOf={({ exports }) => exports}
      many="archives"
      skeletonRows={2}
      empty={
        <EmptyState title="No archives">
          An archive is listed here for 7 days after it was requested.
        </EmptyState>
      }
      end="These are all archives of the last 7 days."
    >
      {(exports) => (
        <ul className="entries">
          {exports.map((given) => (
            <ExportRow key={given._id} given={given} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

/** Formats a number of bytes: `12 KB`, `3.4 MB`. */
const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function ExportRow({ given }: { given: Export }) {
  const { isDone, rows, size, createdBy, createdDt, expireDt } = given;
  return (
    <li
      className="d-flex flex-wrap align-items-center justify-content-between gap-2 column-gap-4 py-3"
      data-row
    >
      <p className="break-anywhere">
        <DateText value={createdDt} /> <TimeText value={createdDt} /> · {createdBy}
      </p>
      {isDone ? (
        <>
          <p className="row-note">
            {countOf(rows, 'row', 'rows')}, {sizeText(size)}; until <DateText value={expireDt} />
          </p>
          <DownloadButton path={archivePath(given)} fileName="export.zip">
            Download
          </DownloadButton>
        </>
      ) : (
        <Progress given={given} />
      )}
    </li>
  );
}

function Progress({ given: { job } }: { given: Export }) {
  const id = useId();
  if (!job || !isJobOpen(job))
    return (
      <p>
        {job ? <JobStatus job={job} /> : <StatusDot tone="danger">Failed</StatusDot>}{' '}
        {job && (
          <Link className="row-link" to={paths.job.href(job._id)}>
            See the job, and try again
          </Link>
        )}
      </p>
    );
  const { done, total } = job;
  return (
    <div role="status">
      <p id={id}>
        {total === null ? 'Not started yet' : `${wholeNumber(done)} of ${wholeNumber(total)} files are made`}
      </p>
      <progress className="job-progress" value={done} max={total ?? undefined} aria-labelledby={id} />
    </div>
  );
}
