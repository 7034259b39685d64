import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { cents, sumCents } from '@kinfold/domain/money';
import { fellAwayInWords } from '@kinfold/domain/run-board';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { viewLink } from '../../parts/run-texts.ts';
import { runReportFile, runReportQuery } from '../../queries/campaign-runs.ts';
import { AmountLines } from '../../ui/amount-table.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
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
              <AmountLines
                label="What it came to"
                lines={[
                  ...(report.fellAway?.amount
                    ? [
                        ['Shared', sumCents([report.due, cents(report.fellAway.amount)])] as const,
                        [fellAwayInWords(report.fellAway), cents(-report.fellAway.amount)] as const,
                      ]
                    : []),
                  ['Due', report.due],
                  ['Collected', report.collected],
                  ['Still open', report.open],
                  ...(report.waived ? [['Waived', report.waived] as const] : []),
                  ...(report.beyond ? [['Given beyond what was due', report.beyond] as const] : []),
                  ...(run.claimId ? [[paidTo(run), report.paidOut] as const] : []),
                  ['Added by payers for card fees', report.fees],
                  [`Left in ${report.campaignName}`, report.left],
                ]}
              />
              <div className="button-row">
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

const paidTo = ({ claimIds = [] }: CampaignRun) =>
  claimIds.length > 1 ? 'Paid to the families' : 'Paid to the family';
