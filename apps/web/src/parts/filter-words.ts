import type { OrganizationChoice } from '@kinfold/domain/organization';

/**
 * Returns the filters of a list in words, as on paper: `Organization: Chapel · Cover: Not covered now`. `names` has the
 * label of each other filter and the names of its values.
 */
export function filterWords(
  { organization_number, searchTerm, ...chosen }: Readonly<Partial<Record<string, string>>>,
  choices: readonly OrganizationChoice[],
  names: Readonly<Record<string, readonly [label: string, values: Readonly<Record<string, string>>]>> = {},
): string {
  const organization = choices.find((one) => one.organizationNumber === organization_number);
  const words = Object.entries(names).map(([name, [label, values]]) => {
    const value = chosen[name];
    return value && `${label}: ${values[value]}`;
  });
  return [
    organization && `Organization: ${organization.organizationName}`,
    ...words,
    searchTerm && `Find: ${searchTerm}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
