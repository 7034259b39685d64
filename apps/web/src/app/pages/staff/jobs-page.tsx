import { JOB_PERMISSIONS } from '@kinfold/domain/job';
import { JobList } from '../../../features/jobs/job-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/jobs`: background work for an organization and everything below it. */
export function JobsPage() {
  return (
    <StaffPage isList title="Jobs">
      <InOrganization permissions={Object.values(JOB_PERMISSIONS)}>
        {({ organizationNumber, choices }) => (
          <JobList organizationNumber={organizationNumber} choices={choices} />
        )}
      </InOrganization>
    </StaffPage>
  );
}
