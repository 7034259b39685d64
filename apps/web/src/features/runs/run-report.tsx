import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import { fellAwayInWords, outcomeLines, type RunReport as Report } from '@kinfold/domain/run-board';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { viewLink } from '../../parts/run-texts.ts';
import { runReportFile, runReportQuery } from '../../queries/campaign-runs.ts';
import { remindersQuery } from '../../queries/messages.ts';
import { AmountLines } from '../../ui/amount-table.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RunClaims } from './run-claims.tsx';

/** What a run came to, for the members of the fund: on the screen, and as one page to print. */
export function RunReport({ run }: { run: CampaignRun }) {
  const [address] = useSearchParams();
  const query = useQuery(runReportQuery(run._id));
  return (
    <section className="stack" aria-label="Report">
      <div className="button-row">
        <ButtonLink variant="link" to={viewLink(address)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
      </div>
      {run.claimId !== undefined && (
        <p className="facts targets">
          <RunClaims run={run} />
        </p>
      )}
      <Loaded query={query} what="the report" rows={6}>
        {(report) =>
          report.households === 0 ? (
            <EmptyState title="There are no dues in this run yet">
              The report is made of what is due and paid, as soon as it is activated.
            </EmptyState>
          ) : (
            <>
              <p>
                {countOf(report.households, 'household', 'households')} with{' '}
                {countOf(report.people, 'person', 'people')}{' '}
                {run.status === 'ended'
                  ? `were asked until ${dateInWords(run.endDt)}.`
                  : `are asked until ${dateInWords(run.endDt)}: these figures still change.`}
              </p>
              <AmountLines label="What it came to" lines={linesOf(run, report)} />
              <div className="button-row">
                {run.status === 'ended' && <TellThem run={run} />}
                <DownloadButton path={runReportFile(run._id)} fileName="collection.pdf">
                  One page to print
                </DownloadButton>
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** The lines of the report; its outcome is as those who gave are told. */
function linesOf({ claimId, claimIds }: CampaignRun, report: Report): [label: string, amount: Cents][] {
  const { fellAway, due, open, waived, beyond } = report;
  const told = outcomeLines(report, claimIds?.length ?? (claimId === undefined ? 0 : 1));
  const [collected, ...others] = told.map(({ label, amount }): [string, Cents] => [label, amount]);
  const lines: ([string, Cents] | false | 0 | undefined)[] = [
    fellAway?.amount ? ['Shared', sumCents([due, cents(fellAway.amount)])] : false,
    fellAway?.amount ? [fellAwayInWords(fellAway), cents(-fellAway.amount)] : false,
    ['Due', due],
    collected,
    ['Still open', open],
    waived && ['Waived', waived],
    beyond && ['Given beyond what was due', beyond],
    ...others,
  ];
  return lines.filter((line) => line !== undefined && line !== false && line !== 0);
}

/** The link to tell those who gave what it came to; once they were told, when. */
function TellThem({ run: { _id, campaignId } }: { run: CampaignRun }) {
  const [address] = useSearchParams();
  const { data } = useQuery(remindersQuery({ campaignId, campaignRunId: _id }));
  const told = data?.reminders.find(({ kind }) => kind === 'report');
  return told ? (
    <p>
      Those who gave were told on <DateText inWords value={told.createdDt} />.
    </p>
  ) : (
    <ButtonLink to={viewLink(address, 'tell')}>Tell those who gave</ButtonLink>
  );
}
