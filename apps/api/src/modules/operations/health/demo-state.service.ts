/** Tells whether the demo data is loaded: apart from the code that creates it, which the server does not import. */
import { isLocked } from '../../../work/leases.ts';
import { isWithoutOrganizations } from '../../organizations/organizations/organization.service.ts';

/** Locked while the demo data is created; a lock that remains shows that it was interrupted. */
export const DEMO_LOCK = 'demo-data';

/** Returns whether the demo data was created, or is not needed because there is data already. */
export async function isDemoLoaded(): Promise<boolean> {
  return !(await isLocked(DEMO_LOCK)) && !(await isWithoutOrganizations());
}
