import { useQuery } from '@tanstack/react-query';
import { statementPath, statementsQuery } from '../../queries/payments.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** The PDF statements of the years in which a member has payments; nothing if there are none. */
export function StatementLinks({ memberId, what }: { memberId: string; what: string }) {
  const query = useQuery(statementsQuery(memberId));
  if (query.data?.length === 0) return null;
  return (
    <div className="d-grid gap-2">
      <h3>Yearly statements</h3>
      <Loaded query={query} what={what} rows={1}>
        {(data) => (
          <div className="button-row">
            {data.map((year) => (
              <DownloadButton
                key={year}
                path={statementPath(memberId, year)}
                fileName={`statement-${year}.pdf`}
              >
                Statement {year} (PDF)
              </DownloadButton>
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}
