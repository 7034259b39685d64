import { cents } from '@kinfold/domain/money';
import { fellAwayInWords, type RunBoard as Board } from '@kinfold/domain/run-board';
import { countOf, pluralOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { viewLink } from '../../parts/run-texts.ts';
import { runBoardQuery, type RunIds } from '../../queries/campaign-runs.ts';
import '../../theme/runs.scss';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** The board of a run for a hall: what came in, by organization, large, and refetched by itself. */
export function RunBoard({ ids: { campaignRunId } }: { ids: RunIds }) {
  const [address] = useSearchParams();
  const query = useQuery(runBoardQuery(campaignRunId));
  return (
    <section className="stack" aria-label="Board">
      <div className="button-row d-print-none">
        <ButtonLink variant="link" to={viewLink(address)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
        <Button variant="outline-primary" onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
      </div>
      <Loaded query={query} what="the board" rows={5}>
        {(board) =>
          board.households === 0 ? (
            <EmptyState title="There are no dues in this run yet">
              The board fills as soon as it is activated.
            </EmptyState>
          ) : (
            <>
              {board.memorials?.map((words) => (
                <p key={words} className="run-paid">
                  {words}
                </p>
              ))}
              <Together board={board} />
              {board.byOrganization.length > 0 && <ByOrganization board={board} address={address} />}
              <p className="muted">
                As of <TimeText value={new Date(query.dataUpdatedAt)} />.{' '}
                <span className="d-print-none">It is kept up to date by itself.</span>
              </p>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Together({
  board: { due, collected, households, openHouseholds, covered, fellAway },
}: {
  board: Board;
}) {
  const id = useId();
  return (
    <div className="run-bar">
      {collected !== null && due !== null && (
        <>
          <p className="run-collected" id={id}>
            <Money amount={collected} />{' '}
            <span>
              of <Money amount={due} />
            </span>
          </p>
          {due > 0 && (
            <progress
              className="job-progress"
              max={due}
              value={Math.min(collected, due)}
              aria-labelledby={id}
            />
          )}
        </>
      )}
      <p className="run-paid">
        {pluralOf(households, '{paid} of # household has paid', '{paid} of # households have paid', {
          paid: wholeNumber(households - openHouseholds),
        })}
        . In all households: {countOf(covered, 'person', 'people')}.
      </p>
      {fellAway && (
        <p>
          {fellAwayInWords(fellAway)}
          {fellAway.amount !== null && (
            <>
              {' '}
              (<Money amount={fellAway.amount} /> of <Money amount={cents((due ?? 0) + fellAway.amount)} />)
            </>
          )}
        </p>
      )}
    </div>
  );
}

function ByOrganization({ board, address }: { board: Board; address: URLSearchParams }) {
  const hasAmounts = board.due !== null;
  const callsOf = (organizationNumber: string) => {
    const { search } = viewLink(address, 'calls');
    return { search: `${search}&organization_number=${encodeURIComponent(organizationNumber)}` };
  };
  return (
    <Table isStacked className="run-board" aria-label="By organization">
      <thead>
        <tr>
          <th scope="col">Organization</th>
          <th scope="col" className="numeric">
            People
          </th>
          {hasAmounts && (
            <>
              <th scope="col" className="numeric">
                Due
              </th>
              <th scope="col" className="numeric">
                Collected
              </th>
              <th scope="col" className="numeric">
                Open
              </th>
            </>
          )}
          <th scope="col" className="numeric d-print-none">
            To call
          </th>
        </tr>
      </thead>
      <tbody>
        {board.byOrganization.map((row) => (
          <tr key={row.organizationNumber}>
            <th scope="row">{row.organizationName}</th>
            <td className="numeric" data-label="People">
              {wholeNumber(row.covered)}
            </td>
            <Amount label="Due" amount={row.due} />
            <Amount label="Collected" amount={row.collected} />
            <Amount label="Open" amount={row.open} />
            <td
              className="numeric d-print-none targets"
              data-label={row.openHouseholds > 0 ? 'To call' : undefined}
            >
              {row.openHouseholds > 0 ? (
                <Link to={callsOf(row.organizationNumber)}>
                  {countOf(row.openHouseholds, 'household', 'households')}{' '}
                  <span className="visually-hidden">of {row.organizationName} to call</span>
                </Link>
              ) : (
                'All have paid'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Amount({ label, amount }: { label: string; amount: Board['due'] }) {
  if (amount === null) return null;
  return (
    <td className="numeric" data-label={label}>
      <Money amount={amount} />
    </td>
  );
}
