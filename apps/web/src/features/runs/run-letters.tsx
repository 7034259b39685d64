import { isJobOpen } from '@kinfold/domain/job';
import {
  LETTER_OUTCOME_TEXTS,
  type LetterAudience,
  type LetterOutcome,
  type RunLetters as LettersOfRun,
} from '@kinfold/domain/letter';
import { countOf } from '@kinfold/domain/text';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import {
  letterPeopleCsvPath,
  letterPeopleQuery,
  lettersPdfPath,
  makeLetters,
  markMailed,
  runLettersQuery,
} from '../../queries/outreach.ts';
import '../../theme/outreach.scss';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const AUDIENCES: Readonly<Record<LetterAudience, string>> = {
  paper: 'Those without email, and who wish for letters',
  everybody: 'Everybody who owes',
};

/** Letters to those who owe in a run: made, followed, printed, with who got none and why. Nothing where one may not see its money. */
export function RunLetters({
  ids,
  isPayable,
  organizationNumber,
}: {
  ids: RunIds;
  /** Whether the run is not paused. */
  isPayable: boolean;
  organizationNumber?: string;
}) {
  const [params] = useSearchParams();
  const asked = organizationNumber ?? params.get('organization_number') ?? '';
  const query = useInfiniteQuery(runLettersQuery(ids));
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = query;
  const problem = error && asProblem(error);
  if (problem?.status === 403) return null;
  const all = data?.pages.flatMap(({ letters }) => letters);
  return (
    <Card title="Letters">
      <p>
        One page each on US Letter paper, to be folded into #10 window envelopes, in the order of the postal
        codes.
      </p>
      {isPayable && <MakeLetters ids={ids} asked={asked} />}
      {problem && !data && (
        <ErrorPanel
          problem={problem}
          title="We cannot show the letters at the moment."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !problem && <SkeletonRows rows={2} label="Loading the letters" />}
      {all?.length === 0 && <p className="muted">No letters were made of this run yet.</p>}
      {all && all.length > 0 && (
        <>
          <ul className="entries" ref={list}>
            {all.map((letters) => (
              <Letters key={letters._id} ids={ids} letters={letters} />
            ))}
          </ul>
          {query.hasNextPage && <ShowMore query={query} list={list} count={all.length} end="" />}
        </>
      )}
    </Card>
  );
}

function MakeLetters({ ids, asked }: { ids: RunIds; asked: string }) {
  const client = useQueryClient();
  const [audience, setAudience] = useState<LetterAudience>('paper');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const body = { audience, ...(asked && { organization_number: asked }) };
    await makeLetters(client, ids, body).catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return (
    <div className="letters-start">
      <SelectField
        label="Who gets a letter"
        value={audience}
        onChange={({ target }) => setAudience(target.value as LetterAudience)}
      >
        {Object.entries(AUDIENCES).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={() => void press()}>
        Make letters
      </Button>
      {problem && (
        <p className="field-error" role="alert">
          <Icon name="alert" size={18} /> No letters are made: {problem.errors[0]?.message ?? problem.detail}
        </p>
      )}
    </div>
  );
}

function Letters({ ids, letters }: { ids: RunIds; letters: LettersOfRun }) {
  const { _id, audience, organizationName, createdBy, createdDt, doneDt, counts, downloadUntil, job } =
    letters;
  const made = counts.find(({ outcome }) => outcome === 'letter')?.count ?? 0;
  const left = counts.filter(({ outcome }) => outcome !== 'letter');
  return (
    <li className="letters-row" data-row>
      <p className="letters-title">
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
          <Link className="letters-job" to={paths.job.href(job._id)}>
            {isJobOpen(job) ? `${job.done} of ${job.total ?? '…'} done` : 'They could not be made: try again'}
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
          <DownloadButton variant="link" path={letterPeopleCsvPath(ids, _id)} fileName="letters.csv">
            Who got one (CSV)
          </DownloadButton>
        </div>
      )}
      {doneDt && made > 0 && <Mailed ids={ids} letters={letters} />}
      {left.map(({ outcome, count }) => (
        <LeftOut key={outcome} ids={ids} lettersId={_id} outcome={outcome} count={count} />
      ))}
    </li>
  );
}

/** Whether letters were mailed, said by whoever did it, and taken back. */
function Mailed({ ids, letters: { _id, mailed } }: { ids: RunIds; letters: LettersOfRun }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    await markMailed(client, ids, _id, !mailed).catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return (
    <>
      <div className="letters-mailed">
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
          onClick={() => void press()}
        >
          {mailed ? 'Undo: not mailed' : 'Mark as mailed'}
        </Button>
      </div>
      {problem && (
        <p className="field-error" role="alert">
          <Icon name="alert" size={18} /> Nothing was changed: {problem.detail}
        </p>
      )}
    </>
  );
}

/** How many got no letter for a reason, and who, when asked. */
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
        className="btn btn-link letters-left"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count} {LETTER_OUTCOME_TEXTS[outcome].replace('No letter', 'without a letter')}{' '}
        <Icon name="chevron-down" size={18} />
      </button>
      {isOpen && <People ids={ids} lettersId={lettersId} outcome={outcome} />}
    </>
  );
}

function People({ ids, lettersId, outcome }: { ids: RunIds; lettersId: string; outcome: LetterOutcome }) {
  const query = useInfiniteQuery(letterPeopleQuery(ids, lettersId, outcome));
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show them at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={3} label="Loading the people" />;
  const people = data.pages.flatMap((page) => page.people);
  return (
    <>
      <ul className="letters-people" ref={list}>
        {people.map(({ member_id, memberId, name, organizationName }) => (
          <li key={member_id} data-row>
            <Link className="row-link" to={paths.member.href(member_id)}>
              {name}
            </Link>{' '}
            <span className="muted">
              {memberId}, {organizationName}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && <ShowMore query={query} list={list} count={people.length} end="" />}
    </>
  );
}
