import { jobTitle } from '@kinfold/domain/job';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { asProblem } from '../../../lib/problem.ts';
import { JobDetails } from '../../../parts/job/job-details.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { jobQuery } from '../../../queries/jobs.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/jobs/:jobId`: the progress of a job, updated while it is running. */
export function JobPage() {
  const { jobId = '' } = useParams();
  const query = useQuery(jobQuery(jobId));
  return (
    <StaffPage title="Job" heading={query.data ? jobTitle(query.data.type) : 'Job'}>
      {!(query.error && asProblem(query.error).status === 403) && (
        <div className="button-row">
          <ButtonLink variant="link" to={paths.jobs.href()}>
            <Icon name="back" /> All jobs
          </ButtonLink>
        </div>
      )}
      <Loaded
        query={query}
        what="the job"
        title="We cannot show this job at the moment."
        staleTitle="We cannot show its progress at the moment."
        on={{
          404: ({ detail }) => (
            <EmptyState title={detail}>
              It may have been removed, 90 days after its end, or it is not yours to see.
            </EmptyState>
          ),
        }}
      >
        {(job) => <JobDetails job={job} asOf={new Date(query.dataUpdatedAt)} />}
      </Loaded>
    </StaffPage>
  );
}
