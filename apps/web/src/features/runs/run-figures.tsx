import type { CampaignRun } from '@kinfold/domain/campaign-run';
import type { RunFigures as Figures } from '@kinfold/domain/run-donations';
import { pluralOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { runFiguresQuery } from '../../queries/campaign-runs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Table } from '../../ui/table.tsx';
import { filled } from '../../ui/filled.tsx';
import { Money } from '../../ui/money.tsx';
import { collectedByDay } from './collected-by-day.ts';
import { CollectedChart } from './collected-chart.tsx';
import { DayTable } from './day-table.tsx';

type Run = Pick<CampaignRun, '_id' | 'campaignId'>;

/** The amount collected in a run, as a bar, by day and by organization. Empty for users who may not see money. */
export function RunFigures({
  run,
  organizationNumber,
}: {
  run: Run;
  organizationNumber?: string | undefined;
}) {
  const ids = { campaignId: run.campaignId, campaignRunId: run._id };
  const query = useQuery(runFiguresQuery(ids, organizationNumber));
  return (
    <Loaded query={query} what="the figures" rows={4} on={{ 403: () => null }}>
      {(figures) => <Shown figures={figures} isOfAll={organizationNumber === undefined} />}
    </Loaded>
  );
}

function Shown({ figures, isOfAll }: { figures: Figures; isOfAll: boolean }) {
  const days = collectedByDay(figures.days);
  return (
    <div className="stack">
      <CollectedBar figures={figures} />
      {days.length > 0 && (
        <section className="run-days" aria-label="Collected by day">
          {days.length > 1 && <CollectedChart days={days} expected={figures.expected} />}
          <DayTable days={days} />
        </section>
      )}
      {figures.organizations.length > 1 && <ByOrganization figures={figures} isOfAll={isOfAll} />}
    </div>
  );
}

/** Collected and expected amounts, legible from the last row of a meeting room. */
function CollectedBar({ figures }: { figures: Figures }) {
  const id = useId();
  const { expected, collected, dues, open, openBalance, isCounting } = figures;
  if (dues === 0)
    return (
      <p className="muted">
        {isCounting ? 'The figures are being counted.' : 'There are no dues in this run yet.'}
      </p>
    );
  return (
    <div className="run-bar">
      <p className="run-collected" id={id}>
        <Money amount={collected} />{' '}
        {expected > 0 && (
          <span>
            of <Money amount={expected} />
          </span>
        )}
      </p>
      {expected > 0 && (
        <progress
          className="job-progress"
          max={expected}
          value={Math.min(collected, expected)}
          aria-labelledby={id}
        />
      )}
      <p className="run-paid">
        {pluralOf(dues, '{paid} of # household has paid', '{paid} of # households have paid', {
          paid: wholeNumber(dues - open),
        })}
        {openBalance > 0 && filled('; {amount} is open', { amount: <Money amount={openBalance} /> })}
      </p>
    </div>
  );
}

function ByOrganization({
  figures: { organizations, more },
  isOfAll,
}: {
  figures: Figures;
  /** Whether the list below is of all organizations, so that one can be chosen there. */
  isOfAll: boolean;
}) {
  return (
    <section className="stack" aria-label="By organization">
      <h2>By organization</h2>
      <Table>
        <thead>
          <tr>
            <th scope="col">Organization</th>
            <th scope="col" className="numeric">
              Paid
            </th>
            <th scope="col" className="numeric">
              Open
            </th>
          </tr>
        </thead>
        <tbody>
          {organizations.map(({ organizationNumber, organizationName, dues, open, openBalance }) => (
            <tr key={organizationNumber}>
              <th scope="row" className="break-anywhere">
                {organizationName}
              </th>
              <td className="numeric tabular">
                {wholeNumber(dues - open)} of {wholeNumber(dues)}
              </td>
              <td className="numeric">
                <Money amount={openBalance} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {more > 0 && (
        <p className="muted">
          {pluralOf(
            more,
            'These are the {shown} with the most open; there is # more. ',
            'These are the {shown} with the most open; there are # more. ',
            { shown: wholeNumber(organizations.length) },
          )}
          {isOfAll ? 'Choose any of them in the list below.' : 'Each has its own list on its page.'}
        </p>
      )}
    </section>
  );
}
