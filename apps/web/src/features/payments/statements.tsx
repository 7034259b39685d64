import type { Campaign } from '@kinfold/domain/campaign';
import { isJobOpen } from '@kinfold/domain/job';
import {
  STATEMENT_OUTCOME_TEXTS,
  STATEMENT_OUTCOMES,
  type MadeStatements,
  type StatementOutcome,
} from '@kinfold/domain/statements';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { dayOf } from '../../lib/format.ts';
import { JobStatus } from '../../parts/job/job-status.tsx';
import { jobOutcome, jobProgress } from '../../parts/job/job-texts.ts';
import { paths } from '../../paths.ts';
import { organizationCampaignsQuery } from '../../queries/organizations.ts';
import {
  startStatements,
  statementPeopleQuery,
  statementsOfQuery,
  statementsPdfPath,
} from '../../queries/statements.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useCall } from '../../ui/use-call.ts';

const YEARS = 6;

/** Makes the statements of a year for everybody of an organization, and lists those that were made. */
export function Statements({ organizationNumber }: { organizationNumber: string }) {
  const campaigns = useQuery(organizationCampaignsQuery(organizationNumber)).data ?? [];
  const query = useInfiniteQuery(statementsOfQuery(organizationNumber));
  return (
    <>
      <MakeStatements organizationNumber={organizationNumber} campaigns={campaigns} />
      <h2>Made so far</h2>
      <GrowingList
        query={query}
        rowsOf={({ statements }) => statements}
        many="statements"
        skeletonRows={2}
        empty={
          <EmptyState title="No statements yet">
            Statements are listed here for 90 days after they were made.
          </EmptyState>
        }
      >
        {(made) => (
          <ul className="entries" aria-label="Statements">
            {made.map((one) => (
              <MadeRow
                key={one._id}
                organizationNumber={organizationNumber}
                made={one}
                campaigns={campaigns}
              />
            ))}
          </ul>
        )}
      </GrowingList>
    </>
  );
}

function MakeStatements({
  organizationNumber,
  campaigns,
}: {
  organizationNumber: string;
  campaigns: readonly Campaign[];
}) {
  const client = useQueryClient();
  const thisYear = Number(dayOf(new Date()).slice(0, 4));
  const [year, setYear] = useState(thisYear - 1);
  const [campaignId, setCampaignId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, call, forget } = useCall();
  const close = () => {
    setAsking(false);
    forget();
  };
  const make = async () => {
    const body = { year, campaignId: campaignId || null };
    if (await call(() => startStatements(client, organizationNumber, body))) close();
  };
  return (
    <Card title="Make statements">
      <div className="fields">
        <SelectField label="Year" value={year} onChange={({ target }) => setYear(Number(target.value))}>
          {Array.from({ length: YEARS }, (_, back) => thisYear - back).map((one) => (
            <option key={one} value={one}>
              {one}
              {one === thisYear && ', so far'}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Payments"
          value={campaignId}
          onChange={({ target }) => setCampaignId(target.value)}
        >
          <option value="">All payments</option>
          {campaigns.map(({ _id, campaignName }) => (
            <option key={_id} value={_id}>
              Only for {campaignName}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="button-row">
        <Button onClick={() => setAsking(true)}>Make the statements of {year}</Button>
      </div>
      {isAsking && (
        <Dialog title={`Make the statements of ${year}?`} onClose={close}>
          <div className="stack">
            <p>
              Everybody with a working email gets theirs by email now, unless they prefer letters. Who has the
              same statement by email already gets no other.
            </p>
            {failure && <ErrorLine>They were not started: {failure.problem.detail}</ErrorLine>}
            <div className="button-row">
              <Button disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void make()}>
                Make and mail them
              </Button>
              <Button variant="outline-primary" onClick={close}>
                Cancel
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Card>
  );
}

function MadeRow({
  organizationNumber,
  made: { _id, year, campaignId, job },
  campaigns,
}: {
  organizationNumber: string;
  made: MadeStatements;
  campaigns: readonly Campaign[];
}) {
  const progressId = useId();
  const [shown, setShown] = useState(false);
  const fund = campaigns.find((one) => one._id === campaignId)?.campaignName;
  const name = `${year}${campaignId === null ? '' : `, ${fund ?? 'one fund'}`}`;
  const isDone = job.status === 'done';
  return (
    <li className="stack py-3" data-row>
      <p className="break-anywhere">
        <strong>{name}</strong> · <DateText value={job.createdDt} /> <TimeText value={job.createdDt} /> ·{' '}
        {job.createdBy}
      </p>
      {isDone ? (
        <p>{jobOutcome(job)}</p>
      ) : (
        <div role="status">
          <p id={progressId}>
            <JobStatus job={job} /> {jobProgress(job)}{' '}
            <Link className="row-link" to={paths.job.href(job._id)}>
              See the job
            </Link>
          </p>
          {isJobOpen(job) && (
            <progress
              className="job-progress"
              value={job.done}
              max={job.total ?? undefined}
              aria-labelledby={progressId}
            />
          )}
        </div>
      )}
      {isDone && (
        <div className="button-row">
          {(job.report?.['printed'] ?? 0) > 0 && (
            <DownloadButton
              path={statementsPdfPath(organizationNumber, _id)}
              fileName={`statements-${year}.pdf`}
            >
              Print <span className="visually-hidden">the statements of {name} </span>(PDF)
            </DownloadButton>
          )}
          <Button variant="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
            Who got theirs how <span className="visually-hidden">in {name}</span>
          </Button>
        </div>
      )}
      {shown && <People organizationNumber={organizationNumber} statementsId={_id} />}
    </li>
  );
}

function People({ organizationNumber, statementsId }: { organizationNumber: string; statementsId: string }) {
  const [outcome, setOutcome] = useState<StatementOutcome>();
  const query = useInfiniteQuery(statementPeopleQuery(organizationNumber, statementsId, outcome));
  return (
    <div className="stack">
      <SelectField
        label="Show"
        value={outcome ?? ''}
        onChange={({ target }) => setOutcome(STATEMENT_OUTCOMES.find((one) => one === target.value))}
      >
        <option value="">Everybody</option>
        {STATEMENT_OUTCOMES.map((one) => (
          <option key={one} value={one}>
            {STATEMENT_OUTCOME_TEXTS[one]}
          </option>
        ))}
      </SelectField>
      <GrowingList
        query={query}
        rowsOf={({ people }) => people}
        many="people"
        skeletonRows={3}
        empty={<p className="muted">Nobody.</p>}
      >
        {(people) => (
          <ul className="rows" aria-label="Who got a statement">
            {people.map(({ member_id, name, outcome: how }) => (
              <li key={member_id} className="row-item" data-row>
                <Link className="break-anywhere" to={paths.member.href(member_id, 'donations')}>
                  {name}
                </Link>
                <span className="row-note">{STATEMENT_OUTCOME_TEXTS[how]}</span>
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
    </div>
  );
}
