import { DASHBOARD_PAYMENTS } from '@kinfold/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { PaymentRows } from '../../parts/payment/payment-rows.tsx';
import { paths } from '../../paths.ts';
import { paymentPageQuery, statementPath, statementsQuery } from '../../queries/payments.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

const NEWEST = { page_number: 1, page_size: DASHBOARD_PAYMENTS };

/** The newest payments with their receipts, and the yearly statements. */
export function ReceiptsAndStatements({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(paymentPageQuery(memberId, NEWEST));
  return (
    <Card title="Receipts and statements">
      {data?.results === 0 ? (
        <EmptyState title="No payments yet">
          After your first payment, its receipt stands here, and a statement of each year.
        </EmptyState>
      ) : (
        <>
          {data ? (
            <PaymentRows payments={data.payments} />
          ) : error ? (
            <ErrorPanel
              problem={asProblem(error)}
              title="We cannot show your payments at the moment."
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={DASHBOARD_PAYMENTS} label="Loading your payments" />
          )}
          <div className="button-row">
            <ButtonLink variant="link" to={paths.member.href(memberId, 'payments')}>
              All payments
            </ButtonLink>
          </div>
          <Statements memberId={memberId} />
        </>
      )}
    </Card>
  );
}

/** A PDF statement for each year with payments. */
function Statements({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(statementsQuery(memberId));
  return (
    <div className="d-grid gap-2">
      <h3>Yearly statements</h3>
      {data ? (
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
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your statements at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={1} label="Loading your statements" />
      )}
    </div>
  );
}
