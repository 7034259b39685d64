import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { PaymentRows, PaymentSkeleton } from '../../parts/payment-rows.tsx';
import { paymentPageQuery } from '../../queries/payments.ts';
import { Card } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** The payments of a member with their receipts, paged by the query string. */
export function PaymentList({ memberId }: { memberId: string }) {
  const [query, setQuery] = useSearchParams();
  const number = Math.max(1, Math.trunc(Number(query.get('page_number'))) || 1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...paymentPageQuery(memberId, { number, size: DEFAULT_PAYMENTS_PAGE }),
    placeholderData: keepPreviousData,
  });
  const show = (page: number) =>
    setQuery(
      (before) => {
        before.set('page_number', String(page));
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Card title="Payments">
      {data ? (
        <div className="stack" aria-busy={isPlaceholderData || undefined}>
          {data.payments.length > 0 ? (
            <>
              <PaymentRows payments={data.payments} />
              <p className="row-note">
                A payment that was refused charged nothing and is not listed. What others paid for you, or
                what you paid in cash or by check, has no receipt here; your yearly statement lists it.
              </p>
            </>
          ) : (
            <EmptyState title="No payments to display">
              {number > 1
                ? 'This page is past the last payment.'
                : 'What you pay stands here, with its receipt to keep or to print.'}
            </EmptyState>
          )}
          <Pager current={number} pages={data.pages} label="payments" onPage={show} />
        </div>
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your payments at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <PaymentSkeleton rows={3} />
      )}
    </Card>
  );
}
