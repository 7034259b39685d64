import { DepositList } from '../../../features/deposits/deposit-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';

/** `/deposits`: what reached the bank account, from the card provider and by hand. */
export function DepositsPage() {
  return (
    <StaffPage title="Deposits" lead="What reached the bank account, and why it is this amount.">
      <MoneyTabs current="deposits" />
      <InOrganization permissions={['reports.get']}>{(chosen) => <DepositList {...chosen} />}</InOrganization>
    </StaffPage>
  );
}
