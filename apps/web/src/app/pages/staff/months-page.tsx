import { AccountNames } from '../../../features/months/account-names.tsx';
import { MonthList } from '../../../features/months/month-list.tsx';
import { InOne, InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';

/** `/months`: what an organization received month by month, and which months are closed. */
export function MonthsPage() {
  const mayChange = useMayAnywhere('payments.record');
  return (
    <StaffPage title="Months" lead="What came in month by month. A closed month does not change any more.">
      <MoneyTabs current="months" />
      <InOrganization permissions={['reports.get']}>
        {({ choices }) => (
          <InOne choices={choices} question="Whose months are they?">
            {(organizationNumber) => (
              <div className="stack" key={organizationNumber}>
                <MonthList organizationNumber={organizationNumber} />
                <AccountNames organizationNumber={organizationNumber} mayChange={mayChange === true} />
              </div>
            )}
          </InOne>
        )}
      </InOrganization>
    </StaffPage>
  );
}
