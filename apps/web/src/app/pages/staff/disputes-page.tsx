import { DisputeList } from '../../../features/payments/dispute-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/disputes`: card payments that cardholders dispute with their banks. */
export function DisputesPage() {
  return (
    <StaffPage
      title="Disputes"
      lead="A cardholder asked their bank for the money back. Until a dispute is won, the dues are owed again."
    >
      <MoneyTabs current="disputes" />
      <InOrganization permissions={['payments.refund']}>
        {(chosen) => <DisputeList {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}
