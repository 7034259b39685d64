/** Offices that somebody should hold: an organization without a treasurer has nobody who keeps its books. */
import { countOrganizationsWithout } from '../organizations/organization.service.ts';
import { readPlacesOfRole } from './role.model.ts';

/** How many organizations of a scope have no treasurer, of their own or above them. */
export async function countVacantOffices(organizationNumbers: readonly string[], now: Date): Promise<number> {
  if (!organizationNumbers.length) return 0;
  return countOrganizationsWithout(organizationNumbers, await readPlacesOfRole('treasurer', now));
}
