import { DASHBOARD_PAYMENTS } from '@kinfold/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { PaymentRows } from '../../parts/payment/payment-rows.tsx';
import { StatementLinks } from '../../parts/payment/statement-links.tsx';
import { paths } from '../../paths.ts';
import { paymentPageQuery } from '../../queries/payments.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';

const NEWEST = { page_number: 1, page_size: DASHBOARD_PAYMENTS };

/** The newest payments with their receipts, and the yearly statements. */
export function ReceiptsAndStatements({ memberId }: { memberId: string }) {
  const query = useQuery(paymentPageQuery(memberId, NEWEST));
  return (
    <Card title="Receipts and statements">
      {query.data?.results === 0 ? (
        <EmptyState title="No payments yet">
          After your first payment, its receipt is listed here, and a statement for each year.
        </EmptyState>
      ) : (
        <>
          <Loaded query={query} what="your payments" rows={DASHBOARD_PAYMENTS}>
            {(data) => <PaymentRows payments={data.payments} memberId={memberId} />}
          </Loaded>
          <div className="button-row">
            <ButtonLink variant="link" to={paths.member.href(memberId, 'payments')}>
              All payments
            </ButtonLink>
          </div>
          <StatementLinks memberId={memberId} what="your statements" />
        </>
      )}
    </Card>
  );
}
