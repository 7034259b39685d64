import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { portal } from '../../lib/portal.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { PaymentRows } from '../../parts/payment/payment-rows.tsx';
import { paymentPageQuery } from '../../queries/payments.ts';
import { Card } from '../../ui/card.tsx';
import { PagedList } from '../../ui/paged-list.tsx';

/** The payments of a member with their receipts, paged by the query string. */
export function PaymentList({ memberId }: { memberId: string }) {
  const list = useListQuery([DEFAULT_PAYMENTS_PAGE], (page) => paymentPageQuery(memberId, page));
  return (
    <Card title="Payments">
      <PagedList
        list={list}
        rowsOf={({ payments }) => payments}
        one="payment"
        many="payments"
        what="your payments"
        skeletonRows={3}
        emptyTitle="No payments to display"
        emptyHint="Your payments are listed here, with receipts to keep or print."
      >
        {(payments) => (
          <>
            <PaymentRows payments={payments} memberId={memberId} />
            <p className="row-note">
              A payment that was refused charged nothing and is not listed. What others paid for you, and what
              was paid before {portal().name}, has no receipt here; your yearly statement lists it.
            </p>
          </>
        )}
      </PagedList>
    </Card>
  );
}
