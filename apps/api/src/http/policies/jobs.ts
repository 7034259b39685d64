import { JobsQuery, JOB_PERMISSIONS, jobPermission } from '@kinfold/domain/job';
import { isPermittedOnPath } from '../../modules/identity/users/user.service.ts';
import type { JobsGrant, JobGrant } from '../../modules/operations/jobs/job.service.ts';
import { notFound } from '../../platform/problem.ts';
import { findJob } from '../../work/jobs.ts';
import { actorOf, type Policy } from '../endpoint.ts';
import { parse } from '../parse.ts';
import { permissionsAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For lists of jobs: the types that the actor may start at the organization; 403 for actors who may start none there. */
export const jobsPolicy = signedInPolicy<JobsGrant>('staff who may start jobs', async (context) => {
  const { organization_number: organizationNumber } = parse(JobsQuery, context.request.query);
  const types = Object.keys(JOB_PERMISSIONS);
  const permissions = Object.values(JOB_PERMISSIONS);
  const granted = await permissionsAt(actorOf(context), organizationNumber, permissions);
  return {
    organizationNumber,
    types: types.filter((type) => granted.some((permission) => permission === jobPermission(type))),
  };
});

/** For a job named in the path: the permission to start it; 404 for everybody else. */
export function jobPolicy(parameter: string): Policy<JobGrant> {
  return signedInPolicy('staff who may start the job', async (context) => {
    const job = await findJob(context.params[parameter] ?? '');
    const permission = job && jobPermission(job.type);
    if (!permission || !(await isPermittedOnPath(actorOf(context), permission, job.scope)))
      throw notFound('There is no such job.');
    return { job };
  });
}
