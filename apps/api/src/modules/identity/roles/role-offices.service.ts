/** Vacant offices: an organization without a treasurer has nobody who keeps its books. */
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { countOrganizationsWithout } from '../../organizations/organizations/organization.service.ts';
import { readPlacesOfRole } from './role.model.ts';

/**
 * The number of some organizations, by their paths (undefined: of all), without a treasurer of their own or above them;
 * up to `ATTENTION_MAX`.
 */
export async function countVacantOffices(
  within: readonly { path: readonly string[] }[] | undefined,
  now: Date,
): Promise<number> {
  const places = await readPlacesOfRole('treasurer', now);
  if (!within) return countOrganizationsWithout(places);
  const occupied = new Set(places);
  const vacant = within.filter(({ path }) => !path.some((number) => occupied.has(number)));
  return Math.min(vacant.length, ATTENTION_MAX);
}
