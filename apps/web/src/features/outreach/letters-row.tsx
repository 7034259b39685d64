import { isJobOpen } from '@kinfold/domain/job';
import { LETTER_OUTCOME_TEXTS, type LetterOutcome, type RunLetters } from '@kinfold/domain/letter';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import {
  letterPeopleCsvPath,
  letterPeopleQuery,
  lettersPdfPath,
  markMailed,
} from '../../queries/outreach.ts';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useCall } from '../../ui/use-call.ts';
import { AUDIENCES } from './make-letters.tsx';

/** A batch of letters: how many, their files, whether they were mailed, and who got none. */
export function LettersRow({ ids, letters }: { ids: RunIds; letters: RunLetters }) {
  const { _id, audience, organizationName, createdBy, createdDt, doneDt, counts, downloadUntil, job } =
    letters;
  const made = counts.find(({ outcome }) => outcome === 'letter')?.count ?? 0;
  const left = counts.filter(({ outcome }) => outcome !== 'letter');
  return (
    <li className="py-3" data-row>
      <p className="fw-semibold">
        {doneDt ? countOf(made, 'letter', 'letters') : 'Letters are being made'}:{' '}
        {AUDIENCES[audience].toLowerCase()}
        {organizationName && `, of ${organizationName}`}
      </p>
      <p className="row-note break-anywhere">
        {createdBy}, <DateText value={createdDt} /> <TimeText value={createdDt} />
        {downloadUntil && (
          <>
            {' '}
            · the PDF is kept until <DateText value={downloadUntil} />
          </>
        )}
      </p>
      {!doneDt && job && (
        <p role="status">
          {job.total !== null && job.total > 0 && (
            <progress className="job-progress" value={job.done} max={job.total} aria-label="Letters" />
          )}
          <Link className="target" to={paths.job.href(job._id)}>
            {isJobOpen(job)
              ? `${job.done} of ${job.total ?? '…'} done`
              : job.failure?.code === 'cancelled'
                ? 'This was cancelled: see the job'
                : 'They could not be made: try again'}
          </Link>
        </p>
      )}
      {doneDt && (
        <div className="button-row">
          {downloadUntil && (
            <DownloadButton path={lettersPdfPath(ids, _id)} fileName="letters.pdf">
              Letters (PDF)
            </DownloadButton>
          )}
          <ExportCsv variant="link" path={letterPeopleCsvPath(ids, _id)} fileName="letters.csv">
            Who got one (CSV)
          </ExportCsv>
        </div>
      )}
      {doneDt && made > 0 && <Mailed ids={ids} letters={letters} />}
      {left.map(({ outcome, count }) => (
        <LeftOut key={outcome} ids={ids} lettersId={_id} outcome={outcome} count={count} />
      ))}
    </li>
  );
}

/** Whether letters were mailed, recorded by the person who did it, with Undo. */
function Mailed({ ids, letters: { _id, mailed } }: { ids: RunIds; letters: RunLetters }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  return (
    <>
      <div className="d-flex flex-wrap align-items-center gap-1 column-gap-4 mt-2">
        <p role="status" className="break-anywhere">
          {mailed && (
            <>
              <Icon name="check" size={18} /> Mailed on <DateText value={mailed.at} inWords />, says{' '}
              {mailed.by}
            </>
          )}
        </p>
        <Button
          variant={mailed ? 'link' : 'outline-primary'}
          aria-busy={isBusy || undefined}
          onClick={() => void call(() => markMailed(client, ids, _id, !mailed))}
        >
          {mailed ? 'Undo: not mailed' : 'Mark as mailed'}
        </Button>
      </div>
      {failure && <ErrorLine>Nothing was changed: {failure.problem.detail}</ErrorLine>}
    </>
  );
}

/** The number of people without a letter for a reason, and on request who they are. */
function LeftOut({
  ids,
  lettersId,
  outcome,
  count,
}: {
  ids: RunIds;
  lettersId: string;
  outcome: LetterOutcome;
  count: number;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-link d-flex"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {wholeNumber(count)} {LETTER_OUTCOME_TEXTS[outcome].replace('No letter', 'without a letter')}{' '}
        <Icon name="chevron-down" size={18} />
      </button>
      {isOpen && <People ids={ids} lettersId={lettersId} outcome={outcome} />}
    </>
  );
}

function People({ ids, lettersId, outcome }: { ids: RunIds; lettersId: string; outcome: LetterOutcome }) {
  const query = useInfiniteQuery(letterPeopleQuery(ids, lettersId, outcome));
  return (
    <GrowingList query={query} rowsOf={(page) => page.people} many="people" skeletonRows={3} empty={null}>
      {(people) => (
        <ul className="plain-list">
          {people.map(({ member_id, memberId, name, organizationName }) => (
            <li key={member_id} data-row>
              <Link className="target" to={paths.member.href(member_id)}>
                {name}
              </Link>{' '}
              <span className="muted">
                {memberId}, {organizationName}
              </span>
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  );
}
