import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { isJobOpen } from '@kinfold/domain/job';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { JobDetails } from '../../../parts/job/job-details.tsx';
import { Remind } from '../../../features/messages/remind.tsx';
import { ReminderList } from '../../../features/messages/reminder-list.tsx';
import { RunMessages } from '../../../features/messages/run-messages.tsx';
import { CallList } from '../../../features/outreach/call-list.tsx';
import { PrintList } from '../../../features/outreach/print-list.tsx';
import { RunActions } from '../../../features/runs/run-actions.tsx';
import { RunBoard } from '../../../features/runs/run-board.tsx';
import { RunClaims } from '../../../features/runs/run-claims.tsx';
import { RunDonations } from '../../../features/runs/run-donations.tsx';
import { RunFigures } from '../../../features/runs/run-figures.tsx';
import { RunLetters } from '../../../features/outreach/run-letters.tsx';
import { RunPreview } from '../../../features/runs/run-preview.tsx';
import { RunReport } from '../../../features/runs/run-report.tsx';
import { RunStatus } from '../../../features/runs/run-status.tsx';
import { useFocusWhenLost } from '../../../lib/use-focus-when-lost.ts';
import { viewLink } from '../../../parts/run-texts.ts';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { SubjectHistory } from '../../../parts/history/subject-history.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { paths } from '../../../paths.ts';
import { runQuery, type RunIds } from '../../../queries/campaign-runs.ts';
import { refreshAll } from '../../../queries/change.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';
import '../../../theme/runs.scss';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Loaded } from '../../../ui/loaded.tsx';

/**
 * `/campaign/:campaignId/run/:campaignRunId` and `/campaigns/:campaignId/runs/:campaignRunId`: a run from its preview
 * to its outcome. `view=board` is its board for a hall, `view=report` what it came to, `view=calls` and `view=print` show people who have not
 * paid, `view=remind` reminds them, `view=tell` tells those who gave, and `view=messages` shows who was reminded.
 */
export function CampaignRunPage() {
  const { campaignId = '', campaignRunId = '' } = useParams();
  const ids = { campaignId, campaignRunId };
  const run = useQuery(runQuery(ids));
  const campaign = useQuery(campaignQuery(campaignId));
  const campaignName = campaign.data?.campaignName;
  const { data } = run;
  return (
    <StaffPage
      title={data?.name ?? 'Campaign run'}
      breadcrumb={
        <Breadcrumb
          steps={
            campaignName === undefined ? [] : [{ name: campaignName, to: paths.campaign.href(campaignId) }]
          }
          current={data?.name ?? 'Campaign run'}
        />
      }
      lead={data && <RunFacts run={data} />}
    >
      <Loaded query={run} what="the run" title="We cannot show this run at the moment." rows={5}>
        {(shown) => (
          <RunParts
            key={shown._id}
            ids={ids}
            run={shown}
            organizationNumber={campaign.data?.organizationNumber}
            isOfFund={campaign.data?.requiresMembership === true}
            asOf={new Date(run.dataUpdatedAt)}
          />
        )}
      </Loaded>
    </StaffPage>
  );
}

function RunFacts({ run: { status, hasBegun, startDt, endDt, description } }: { run: CampaignRun }) {
  return (
    <span className="facts targets">
      <RunStatus status={status} hasBegun={hasBegun} />
      <span>
        <DateText value={startDt} /> to <DateText value={endDt} />
      </span>
      <span>{description}</span>
    </span>
  );
}

function RunParts({
  ids,
  run,
  organizationNumber,
  isOfFund,
  asOf,
}: {
  ids: RunIds;
  run: CampaignRun;
  organizationNumber: string | undefined;
  isOfFund: boolean;
  asOf: Date;
}) {
  const [address] = useSearchParams();
  const view = address.get('view');
  const may = usePermissions(organizationNumber);
  const mayChange = may?.('campaign-runs.update') === true;
  const mayReport = may?.('reports.get') === true;
  const mayRemind = may?.('campaign.memberships.get') === true;
  // Finished work moves to another place on the page, and the focus moves with it.
  const dues = useFocusWhenLost<HTMLHeadingElement>(run.job && `${run.job._id} ${run.job.status === 'done'}`);
  useFreshFigures(ids, run);
  const work = run.job && (
    <Card
      title={isJobOpen(run.job) ? 'The dues are being created' : 'How the dues were created'}
      headingRef={dues}
    >
      <JobDetails job={run.job} asOf={asOf} mayChange={mayChange} />
    </Card>
  );
  if (view === 'board') return <RunBoard ids={ids} />;
  if (view === 'report') return <RunReport run={run} />;
  if (view === 'calls') return <CallList ids={ids} />;
  if (mayRemind && view === 'remind') return <Remind ids={ids} runName={run.name} kind="reminder" />;
  if (mayReport && view === 'tell') return <Remind ids={ids} runName={run.name} kind="report" />;
  if (mayRemind && view === 'messages') return <RunMessages ids={ids} />;
  if (view === 'print') return <PrintList ids={ids} runName={run.name} endDt={run.endDt} />;
  return (
    <>
      {mayChange && <RunActions run={run} isOfFund={isOfFund} />}
      {(run.claimId !== undefined || mayReport) && (
        <p className="facts targets d-print-none">
          <RunClaims run={run} />
          {mayReport && <Link to={viewLink(address, 'report')}>Report for the members</Link>}
        </p>
      )}
      {run.job?.status !== 'done' && work}
      {mayChange && run.status === 'paused' && (
        <Card title="Before you activate it">
          <RunPreview ids={ids} onActivated={() => window.scrollTo(0, 0)} />
        </Card>
      )}
      <RunFigures run={run} />
      {run.job?.status === 'done' && run.status !== 'ended' && work}
      {mayRemind && <ReminderList ids={ids} run={run} />}
      <RunDonations ids={ids} runName={run.name} />
      <RunLetters ids={ids} isPayable={run.status !== 'paused'} />
      {mayChange && <SubjectHistory type="campaign_run" id={run._id} />}
    </>
  );
}

/** Refetches figures and donations when the work on the dues ends. */
function useFreshFigures({ campaignId, campaignRunId }: RunIds, { job }: CampaignRun): void {
  const client = useQueryClient();
  const status = job?.status;
  useEffect(() => {
    if (status === 'done') void refreshAll(client);
  }, [client, campaignId, campaignRunId, status]);
}
