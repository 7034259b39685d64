/** Whether the demo data is there: apart from what makes it, which the server does not carry. */
import { date, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel } from '../../../platform/model.ts';
import { isWithoutOrganizations } from '../../organizations/organizations/organization.service.ts';

/** That the demo data is being made, or was; an unfinished one was interrupted. */
const SeedingModel = defineModel('seedings', { _id: text<'demo'>(), finishedDt: orNull(date()) });

export const seedings = () => collectionOf(SeedingModel);

/** Whether the demo data was made, or is not needed because there is data already. */
export async function isDemoLoaded(): Promise<boolean> {
  const seeding = await seedings().findOne({ _id: 'demo' });
  return seeding ? seeding.finishedDt !== null : !(await isWithoutOrganizations());
}
