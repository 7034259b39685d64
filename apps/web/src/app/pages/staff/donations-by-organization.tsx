import type { OrganizationRun } from '@kinfold/domain/run-donations';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, useFilters } from '../../../lib/use-filters.ts';
import { organizationRunsQuery } from '../../../queries/campaign-runs.ts';
import '../../../theme/runs.scss';
import { DateText } from '../../../ui/date-text.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CallList } from '../../../features/outreach/call-list.tsx';
import { PrintList } from '../../../features/outreach/print-list.tsx';
import { RunDonations } from '../../../features/runs/run-donations.tsx';
import { RunLetters } from '../../../features/outreach/run-letters.tsx';
import { RunFigures } from '../../../features/runs/run-figures.tsx';
import { RunStatus } from '../../../features/runs/run-status.tsx';

const RunChoiceFilter = z.object({ run: freeText });

/**
 * 'Donations By Org': the donations of members of an organization and everything below it in a run. Campaign and run
 * can be chosen; the newest run is preselected (rules.md "Oddities of the spec").
 */
export function DonationsByOrganization({ organizationNumber }: { organizationNumber: string }) {
  const answer = useQuery(organizationRunsQuery(organizationNumber));
  const [address] = useSearchParams();
  const { filters, show } = useFilters(RunChoiceFilter);
  return (
    <Loaded query={answer} what="the runs" title="We cannot show the donations at the moment." rows={5}>
      {(data) => {
        const run = data.find(({ _id }) => _id === filters.run) ?? data[0];
        if (!run)
          return (
            <EmptyState title="No donations yet">
              Once a run charges members of this organization, their dues and payments are listed here.
            </EmptyState>
          );
        return (
          <>
            <RunChoice runs={data} run={run} onChoose={(runId) => show({ run: runId })} />
            <OfRun
              key={run._id}
              run={run}
              organizationNumber={organizationNumber}
              view={address.get('view')}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** The choice of a campaign and one of its runs; a newly chosen campaign starts with its newest run. */
function RunChoice({
  runs,
  run,
  onChoose,
}: {
  runs: readonly OrganizationRun[];
  run: OrganizationRun;
  onChoose: (runId: string | undefined) => void;
}) {
  const campaigns = new Map(runs.map(({ campaignId, campaignName }) => [campaignId, campaignName]));
  const ofCampaign = (campaignId: string) => runs.filter((one) => one.campaignId === campaignId);
  return (
    <div className="fields d-print-none">
      <SelectField
        label="Campaign"
        value={run.campaignId}
        onChange={({ target }) => onChoose(ofCampaign(target.value)[0]?._id)}
      >
        {[...campaigns].map(([campaignId, campaignName]) => (
          <option key={campaignId} value={campaignId}>
            {campaignName}
          </option>
        ))}
      </SelectField>
      <SelectField label="Run" value={run._id} onChange={({ target }) => onChoose(target.value)}>
        {ofCampaign(run.campaignId).map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function OfRun({
  run,
  organizationNumber,
  view,
}: {
  run: OrganizationRun;
  organizationNumber: string;
  view: string | null;
}) {
  const ids = { campaignId: run.campaignId, campaignRunId: run._id };
  if (view === 'calls') return <CallList ids={ids} organizationNumber={organizationNumber} />;
  if (view === 'print')
    return (
      <PrintList ids={ids} runName={run.name} endDt={run.endDt} organizationNumber={organizationNumber} />
    );
  return (
    <>
      <p className="facts targets">
        <RunStatus status={run.status} />
        <span>
          <DateText value={run.startDt} /> to <DateText value={run.endDt} />
        </span>
      </p>
      <RunFigures run={run} organizationNumber={organizationNumber} />
      <RunDonations ids={ids} runName={run.name} organizationNumber={organizationNumber} />
      <RunLetters ids={ids} isPayable={run.status !== 'paused'} organizationNumber={organizationNumber} />
    </>
  );
}
