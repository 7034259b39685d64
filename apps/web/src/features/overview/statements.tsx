import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { statementsQuery } from './overview-queries.ts';

/** Everything that was paid in a year, as a file to keep or print, for each year with payments. */
export function Statements({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(statementsQuery(memberId));
  return (
    <Card title="Yearly statements">
      {data ? (
        <Years memberId={memberId} years={data} />
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your statements at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={1} label="Loading your statements" />
      )}
    </Card>
  );
}

function Years({ memberId, years }: { memberId: string; years: number[] }) {
  if (years.length === 0)
    return (
      <EmptyState title="No payments yet">
        After your first payment, a statement of each year stands here, to keep or to print.
      </EmptyState>
    );
  return (
    <ul className="rows">
      {years.map((year) => (
        <li className="row-item" key={year}>
          <p className="row-name tabular">{year}</p>
          <DownloadButton
            path={`/v2/members/${memberId}/statements/${year}.pdf`}
            fileName={`statement-${year}.pdf`}
          >
            Statement {year} (PDF)
          </DownloadButton>
        </li>
      ))}
    </ul>
  );
}
