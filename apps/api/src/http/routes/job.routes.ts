import { Job, JobPage, JobsQuery } from '@kinfold/domain/job';
import { endpointFor } from '../endpoint.ts';
import { presentJob } from '../../modules/operations/jobs/job.presenter.ts';
import { authorOf } from '../author.ts';
import {
  auditSubject,
  findOrganization,
} from '../../modules/organizations/organizations/organization.service.ts';
import {
  cancelJob,
  listJobs,
  retryJob,
  type JobGrant,
  type JobsGrant,
} from '../../modules/operations/jobs/job.service.ts';

const ofJob = endpointFor<JobGrant>();

export const getJobs = endpointFor<JobsGrant>()({
  summary: 'The jobs of an organization and all below it, newest first',
  query: JobsQuery,
  reply: JobPage,
  handle: ({ granted, query }) => listJobs(granted, query),
});

export const getJob = ofJob({
  summary: 'A job and its progress',
  reply: Job,
  handle: async ({ granted }) => presentJob(granted.job),
});

export const postRetry = ofJob({
  summary: 'Retry a failed job from where it stopped; returns the job that does the work',
  reply: Job,
  answers: { 409: { description: 'The job is done' } },
  handle: async ({ granted }) => presentJob(await retryJob(granted.job)),
});

export const postCancel = ofJob({
  summary: 'Cancel a job that waits or runs; a running job stops before its next step, and keeps what it did',
  reply: Job,
  answers: { 409: { description: 'The job has ended' } },
  async handle(context) {
    const { job } = context.granted;
    const { organizationNumber } = job;
    const { organizationName = 'all organizations' } = (await findOrganization(organizationNumber)) ?? {};
    const subject = auditSubject({ organizationNumber, organizationName });
    return presentJob(await cancelJob(job, subject, await authorOf(context), context.now));
  },
});
