import { jobTitle, type Job } from '@kinfold/domain/job';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { OrganizationOfList, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { jobsQuery } from '../../queries/jobs.ts';
import { listFiles } from '../../queries/list-files.ts';
import { DateText } from '../../ui/date-text.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { JobStatus } from '../../parts/job/job-status.tsx';
import { jobProgress } from '../../parts/job/job-texts.ts';

const JobFilter = z.object({ organization_number: freeText });

/** The jobs of an organization and below it, newest first; running jobs are updated. */
export function JobList({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const by = useFilters(JobFilter);
  return (
    <>
      <FilterBar
        by={by}
        tools={<ListHead main={<ExportCsv path={listFiles.jobs(organizationNumber)} />} />}
        clearTo={paths.jobs.href()}
      >
        {choices.length > 1 &&
          (({ show }) => (
            <OrganizationOfList organizationNumber={organizationNumber} choices={choices} show={show} />
          ))}
      </FilterBar>
      <Jobs organizationNumber={organizationNumber} />
    </>
  );
}

function Jobs({ organizationNumber }: Pick<Chosen, 'organizationNumber'>) {
  const query = useInfiniteQuery({ ...jobsQuery(organizationNumber), placeholderData: keepPreviousData });
  return (
    <GrowingList
      query={query}
      rowsOf={({ jobs }) => jobs}
      many="jobs"
      skeletonRows={5}
      empty={
        <EmptyState title="No jobs">
          Work that takes more than a moment runs in the background and is listed here until 90 days after its
          end.
        </EmptyState>
      }
      end="These are all jobs of the last 90 days."
    >
      {(jobs) => (
        <ul className="entries">
          {jobs.map((job) => (
            <JobRow key={job._id} job={job} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

function JobRow({ job }: { job: Job }) {
  return (
    <li className="line job-line" data-row>
      <Link className="row-link" to={paths.job.href(job._id)}>
        {jobTitle(job.type)}
      </Link>
      <p className="row-note break-anywhere">
        {jobProgress(job)} · {job.createdBy}, <DateText value={job.createdDt} />{' '}
        <TimeText value={job.createdDt} />
      </p>
      <JobStatus job={job} />
    </li>
  );
}
