import { Months } from '../../../features/months/month-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';

/** `/months`: what an organization received month by month, and which months are closed. */
export function MonthsPage() {
  return (
    <StaffPage title="Months" lead="What came in month by month. A closed month does not change any more.">
      <MoneyTabs current="months" />
      <InOrganization permissions={['reports.get']}>{(chosen) => <Months {...chosen} />}</InOrganization>
    </StaffPage>
  );
}
