import { strictestOf, type TwoPerson } from '@kinfold/domain/second-person';
import { findOrganizations } from './organization.model.ts';

/** What some organizations ask a second person for, with all above them: the strictest of each. */
export async function twoPersonRulesOf(organizationNumbers: readonly string[]): Promise<TwoPerson> {
  const organizations = await findOrganizations([...new Set(organizationNumbers)]);
  const above = organizations
    .flatMap(({ path }) => path)
    .filter((number) => !organizationNumbers.includes(number));
  const all = above.length
    ? [...organizations, ...(await findOrganizations([...new Set(above)]))]
    : organizations;
  return strictestOf(all.flatMap(({ twoPerson }) => twoPerson ?? []));
}
