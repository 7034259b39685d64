import { readReport, type DeathReportGrant } from '../../modules/people/mourning/death-report.service.ts';
import { readTask, type DeathTaskGrant } from '../../modules/people/mourning/death-task.service.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt, permittedRecord } from './named.ts';
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
    const found = await readReport(context.params['deathReportId'] ?? '');
    const missing = 'There is no such report.';
    return { deathReport: await permittedRecord(actorOf(context), 'households.update', found, missing) };
  },
);

/** For paths that name something that a death leaves to do; who may not enter deaths there meets 404. */
export const deathTaskPolicy = signedInPolicy<DeathTaskGrant>(
  'staff with households.update',
  async (context) => {
    const found = await readTask(context.params['deathTaskId'] ?? '');
    const missing = 'There is nothing such to do.';
    return { deathTask: await permittedRecord(actorOf(context), 'households.update', found, missing) };
  },
);
