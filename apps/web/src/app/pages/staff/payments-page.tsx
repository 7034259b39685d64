import { PaymentList } from '../../../features/payments/payment-list.tsx';
import { InOrganization, oneOf, withoutRoot } from '../../../parts/access/in-organization.tsx';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/payments`: what an organization received by card, cash and check, and what went back of it. */
export function PaymentsPage() {
  return (
    <StaffPage isList title="Payments">
      <MoneyTabs current="payments" />
      <InOrganization permissions={['organization.donations.get']}>
        {(chosen) => {
          const shown = oneOf(chosen);
          return shown === undefined ? (
            <EmptyState title="No payments yet">There is no organization that could receive any.</EmptyState>
          ) : (
            <PaymentList organizationNumber={shown} choices={withoutRoot(chosen.choices)} />
          );
        }}
      </InOrganization>
    </StaffPage>
  );
}
