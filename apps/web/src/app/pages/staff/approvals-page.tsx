import { ApprovalList } from '../../../features/approvals/approval-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/approvals`: refunds, waivers and batches that wait for a second person. */
export function ApprovalsPage() {
  return (
    <StaffPage title="For a second person" lead="Who asked for something does not approve it.">
      <InOrganization permissions={['payments.record']}>
        {(chosen) => <ApprovalList {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}
