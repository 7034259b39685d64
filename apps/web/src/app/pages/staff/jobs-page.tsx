import { JOB_PERMISSIONS } from '@kinfold/domain/job';
import { JobList } from '../../../features/jobs/job-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/jobs`: what is done in the background for an organization and below it. */
export function JobsPage() {
  return (
    <StaffPage title="Jobs" lead="What is done in the background, and how far it is.">
      <InOrganization permissions={Object.values(JOB_PERMISSIONS)}>
        {({ organizationNumber, choices }) => (
          <JobList organizationNumber={organizationNumber} choices={choices} />
        )}
      </InOrganization>
    </StaffPage>
  );
}
