import { receiptNumber } from '@kinfold/domain/payment';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { PaymentFacts } from '../../../features/payments/payment-facts.tsx';
import { PaymentStory } from '../../../features/payments/payment-story.tsx';
import { Refund } from '../../../features/payments/refund.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';
import { officePaymentQuery } from '../../../queries/office-payments.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/payments/:paymentId`: a card payment with all that happened to it, and its refund. */
export function PaymentPage() {
  const { paymentId = '' } = useParams();
  const title = `Payment ${receiptNumber(paymentId)}`;
  return (
    <StaffPage
      permission="organization.donations.get"
      title={title}
      breadcrumb={<Breadcrumb steps={[{ name: 'Payments', to: paths.payments.href() }]} current={title} />}
    >
      <Payment key={paymentId} paymentId={paymentId} />
    </StaffPage>
  );
}

function Payment({ paymentId }: { paymentId: string }) {
  const query = useQuery(officePaymentQuery(paymentId));
  const mayRefund = useMayAnywhere('payments.refund');
  return (
    <Loaded
      query={query}
      what="the payment"
      title="We cannot show this payment at the moment."
      rows={5}
      on={{
        404: () => (
          <EmptyState title="There is no such payment.">
            It may belong to another organization, or it was never charged.
          </EmptyState>
        ),
      }}
    >
      {(payment) => (
        <div className="stack">
          <PaymentFacts payment={payment} />
          {mayRefund && <Refund payment={payment} />}
          <PaymentStory story={payment.story} />
        </div>
      )}
    </Loaded>
  );
}
