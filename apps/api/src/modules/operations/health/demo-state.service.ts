/** Whether the demo data is there: apart from what makes it, which the server does not carry. */
import { isLocked } from '../../../work/leases.ts';
import { isWithoutOrganizations } from '../../organizations/organizations/organization.service.ts';

/** Locked while the demo data is being made; a lock that stays says that it was interrupted. */
export const DEMO_LOCK = 'demo-data';

/** Whether the demo data was made, or is not needed because there is data already. */
export async function isDemoLoaded(): Promise<boolean> {
  return !(await isLocked(DEMO_LOCK)) && !(await isWithoutOrganizations());
}
