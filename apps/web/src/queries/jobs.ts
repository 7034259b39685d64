import { isJobOpen, Job, JobPage } from '@kinfold/domain/job';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The polling interval of an open job, in ms. */
const POLL_MS = 2_000;
const LISTS = 'jobs';

/** The jobs of an organization and everything below it, newest first, polled while one is open: `GET /v2/jobs`. */
export const jobsQuery = (organizationNumber: string) =>
  infiniteQueryOptions({
    queryKey: [LISTS, organizationNumber],
    ...growing('/v2/jobs', JobPage, { organization_number: organizationNumber }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isJobOpen)) ? POLL_MS : false,
  });

/** A job, polled while it is open: `GET /v2/jobs/{id}`. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/jobs/${jobId}`, Job, { signal }),
    refetchInterval: ({ state }) => (state.data && isJobOpen(state.data) ? POLL_MS : false),
  });

/** Retries a failed job (`POST /v2/jobs/{id}/retry`); returns the job that does the work. Throws 409 `job_done`. */
export const retryJob = (client: QueryClient, jobId: string) =>
  sendToJob(client, urlPath`/v2/jobs/${jobId}/retry`);

/**
 * Cancels an open job (`POST /v2/jobs/{id}/cancel`); returns the job after that. Throws 409 `job_ended` if it has ended
 * meanwhile.
 */
export const cancelJob = (client: QueryClient, jobId: string) =>
  sendToJob(client, urlPath`/v2/jobs/${jobId}/cancel`);

function sendToJob(client: QueryClient, path: string): Promise<Job> {
  return change(client, () => http.post(path, {}, Job), {
    keep: (job) => client.setQueryData(jobQuery(job._id).queryKey, job),
  });
}
