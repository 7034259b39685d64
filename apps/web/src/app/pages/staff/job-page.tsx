import { jobTitle } from '@kinfold/domain/job';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { JobDetails } from '../../../parts/job/job-details.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { jobQuery } from '../../../queries/jobs.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';

/** `/jobs/:jobId`: how far a job is; it follows one that runs. */
export function JobPage() {
  const { jobId = '' } = useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery(jobQuery(jobId));
  const problem = error && asProblem(error);
  return (
    <StaffPage title="Job" heading={data ? jobTitle(data.type) : 'Job'}>
      <div className="button-row">
        <ButtonLink variant="link" to={paths.jobs.href()}>
          <Icon name="back" /> All jobs
        </ButtonLink>
      </div>
      {data && <JobDetails job={data} asOf={new Date(dataUpdatedAt)} />}
      {problem &&
        (problem.status === 404 ? (
          <EmptyState title={problem.detail}>
            It may have been removed, 90 days after its end, or it is not yours to see.
          </EmptyState>
        ) : (
          <ErrorPanel
            problem={problem}
            title={
              data ? 'We cannot say at the moment how it goes on.' : 'We cannot show this job at the moment.'
            }
            onRetry={() => void refetch()}
          />
        ))}
      {!data && !problem && <SkeletonRows rows={3} label="Loading the job" />}
    </StaffPage>
  );
}
