/** Whether the demo data is there: apart from what makes it, which the server does not carry. */
import { collection } from '../platform/database.ts';
import { isWithoutOrganizations } from '../modules/organizations/organization.service.ts';

/** That the demo data is being made, or was; an unfinished one was interrupted. */
type Seeding = { _id: 'demo'; finishedDt: Date | null };

export const seedings = () => collection<Seeding>('seedings');

/** Whether the demo data was made, or is not needed because there is data already. */
export async function isDemoLoaded(): Promise<boolean> {
  const seeding = await seedings().findOne({ _id: 'demo' });
  return seeding ? seeding.finishedDt !== null : !(await isWithoutOrganizations());
}
