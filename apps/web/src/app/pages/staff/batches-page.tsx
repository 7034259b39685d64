import { useSearchParams } from 'react-router-dom';
import { BatchList } from '../../../features/batches/batch-list.tsx';
import { BatchTable } from '../../../features/batches/batch-table.tsx';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { InOne, InOrganization } from '../../../parts/access/in-organization.tsx';
import { MoneyTabs } from '../../../parts/payment/money-tabs.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';

/** `/batches`: payments that were received together; with `batch`, the entries of one. */
export function BatchesPage() {
  const [query] = useSearchParams();
  const batchId = query.get('batch');
  if (batchId !== null)
    return (
      <StaffPage
        title="Enter payments"
        breadcrumb={
          <Breadcrumb steps={[{ name: 'Batches', to: paths.batches.href() }]} current="One batch" />
        }
      >
        <ForStaff permission="payments.record">
          {() => <BatchTable key={batchId} batchId={batchId} />}
        </ForStaff>
      </StaffPage>
    );
  return (
    <StaffPage title="Batches" lead="Cash, checks and Zelle that were received together.">
      <MoneyTabs current="batches" />
      <InOrganization permissions={['payments.record']}>
        {({ choices }) => (
          <InOne choices={choices} question="Which organization received them?">
            {(organizationNumber) => (
              <BatchList key={organizationNumber} organizationNumber={organizationNumber} />
            )}
          </InOne>
        )}
      </InOrganization>
    </StaffPage>
  );
}
