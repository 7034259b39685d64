import { isPermittedAt } from '@kinfold/domain/permission';
import { permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { readReport, type DeathReportGrant } from '../../modules/people/mourning/death-report.service.ts';
import { readTask, type DeathTaskGrant } from '../../modules/people/mourning/death-task.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For lists of reports and of what deaths leave to do: `households.update` there, or everywhere for `*`. */
export const deathsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with households.update',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['households.update']);
    return { organizationNumber };
  },
);

/** For paths that name a report of a death; who may not enter it meets 404. */
export const deathReportPolicy = signedInPolicy<DeathReportGrant>(
  'staff with households.update',
  async (context) => {
    const deathReport = await readReport(context.params['deathReportId'] ?? '');
    const held = await permittedOrganizations(actorOf(context), 'households.update');
    if (!deathReport || !isPermittedAt(held, deathReport.scope)) throw notFound('There is no such report.');
    return { deathReport };
  },
);

/** For paths that name something that a death leaves to do; who may not enter deaths there meets 404. */
export const deathTaskPolicy = signedInPolicy<DeathTaskGrant>(
  'staff with households.update',
  async (context) => {
    const deathTask = await readTask(context.params['deathTaskId'] ?? '');
    const held = await permittedOrganizations(actorOf(context), 'households.update');
    if (!deathTask || !isPermittedAt(held, deathTask.scope)) throw notFound('There is nothing such to do.');
    return { deathTask };
  },
);
