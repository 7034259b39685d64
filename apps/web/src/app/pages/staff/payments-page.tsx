import { PaymentList } from '../../../features/payments/payment-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/payments`: what an organization received by card, cash and check, and what went back of it. */
export function PaymentsPage() {
  return (
    <StaffPage title="Payments" lead="What came in by card, cash and check, the latest first.">
      <InOrganization permissions={['organization.donations.get']}>
        {(chosen) => <PaymentList {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}
