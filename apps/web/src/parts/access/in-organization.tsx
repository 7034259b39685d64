import type { OrganizationChoice, OrganizationRow } from '@kinfold/domain/organization';
import { permittedAt, ROOT, ROOT_NAME, type Permission } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { freeText, useFilters, type Filters } from '../../lib/use-filters.ts';
import { organizationsQuery } from '../../queries/organizations.ts';
import { scopeQuery } from '../../queries/scopes.ts';
import '../../theme/staff.scss';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { NoPermission } from '../../ui/states.tsx';

/** An organization in the user's scope; everything below it is included. */
export type Chosen = {
  organizationNumber: string;
  choices: readonly OrganizationChoice[];
  nameOf: (organizationNumber: string) => string;
};

/**
 * Returns the organizations at or below which the roles give one of the permissions; those where a role was given come
 * first, for a role at everything those that are below no other.
 */
function choicesOf(
  { roles }: Scope,
  rows: readonly OrganizationRow[],
  permissions: readonly Permission[],
): OrganizationChoice[] {
  const given = new Set(permissions.flatMap((permission) => permittedAt(roles, permission)));
  if (given.has(ROOT)) {
    const isTop = ({ parentOrganization }: OrganizationRow) => parentOrganization === null;
    const below = rows.filter((row) => !isTop(row));
    return [{ organizationNumber: ROOT, organizationName: ROOT_NAME }, ...rows.filter(isTop), ...below];
  }
  const byNumber = new Map(rows.map((row) => [row.organizationNumber, row]));
  const isWithin = ({ organizationNumber, parentOrganization }: OrganizationRow): boolean => {
    const parent = parentOrganization === null ? undefined : byNumber.get(parentOrganization);
    return given.has(organizationNumber) || (parent !== undefined && isWithin(parent));
  };
  const isGiven = ({ organizationNumber }: OrganizationRow) => given.has(organizationNumber);
  const within = rows.filter(isWithin);
  return [...within.filter(isGiven), ...within.filter((row) => !isGiven(row))];
}

/**
 * For lists of an organization and everything below it: renders the organization of the address
 * (`organization_number`), or else the highest at which the signed-in user holds one of the permissions. Until then
 * shows a loading state, the error, or the no-permission page.
 */
export function InOrganization({
  permissions,
  children,
}: {
  permissions: readonly Permission[];
  children: (chosen: Chosen) => ReactNode;
}) {
  const [query] = useSearchParams();
  const scope = useQuery(scopeQuery);
  const organizations = useQuery(organizationsQuery);
  return (
    <Loaded query={[scope, organizations]} what="this page" rows={5}>
      {([held, rows]) => {
        const choices = choicesOf(held, rows, permissions);
        const [first] = choices;
        if (!first) return <NoPermission />;
        const names = new Map(choices.map((one) => [one.organizationNumber, one.organizationName]));
        return children({
          organizationNumber: query.get('organization_number') ?? first.organizationNumber,
          choices,
          nameOf: (organizationNumber) => names.get(organizationNumber) ?? organizationNumber,
        });
      }}
    </Loaded>
  );
}

/** The choices that are organizations: a role at everything is at none. */
export const withoutRoot = (choices: Chosen['choices']): OrganizationChoice[] =>
  choices.filter(({ organizationNumber }) => organizationNumber !== ROOT);

/** The chosen organization, for pages about one: of a role at everything, which is at none, the first; undefined without any. */
export const oneOf = ({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>): string | undefined =>
  organizationNumber === ROOT ? withoutRoot(choices)[0]?.organizationNumber : organizationNumber;

/** The options of a select of organizations. */
export function OrganizationOptions({ choices }: Pick<Chosen, 'choices'>) {
  return choices.map(({ organizationNumber, organizationName }) => (
    <option key={organizationNumber} value={organizationNumber}>
      {organizationName}
    </option>
  ));
}

/**
 * For pages that create something in one organization: renders the organization of the address, or the only choice;
 * otherwise asks which.
 */
export function InOne({
  choices,
  question,
  children,
}: Pick<Chosen, 'choices'> & { question: string; children: (organizationNumber: string) => ReactNode }) {
  const [query, setQuery] = useAddressQuery();
  const hint = useId();
  const organizations = withoutRoot(choices);
  const [only] = organizations;
  const organizationNumber =
    query.get('organization_number') ?? (organizations.length === 1 ? only?.organizationNumber : undefined);
  if (organizationNumber !== undefined)
    return organizations.some((one) => one.organizationNumber === organizationNumber) ? (
      children(organizationNumber)
    ) : (
      <NoPermission />
    );
  return (
    <div className="one-filter">
      <SelectField
        label="Organization"
        value=""
        aria-describedby={hint}
        onChange={({ target }) => setQuery((before) => before.set('organization_number', target.value))}
      >
        <option value="">Choose one</option>
        <OrganizationOptions choices={organizations} />
      </SelectField>
      <p className="form-text" id={hint}>
        {question}
      </p>
    </div>
  );
}

/** Returns whether a list can be filtered by organization. */
export const canFilter = (choices: Chosen['choices']) => withoutRoot(choices).length > 1;

/** A filter by organization, if there are several. */
export function OrganizationFilter({
  by,
  choices,
}: Pick<Chosen, 'choices'> & { by: Filters<'organization_number'> }) {
  if (!canFilter(choices)) return null;
  return (
    <FilterSelect by={by} name="organization_number" label="Organization" all="All of yours">
      <OrganizationOptions choices={withoutRoot(choices)} />
    </FilterSelect>
  );
}

const OneOrganization = z.object({ organization_number: freeText });

/** The choice of the organization that a page is about, if there are several. */
export function OrganizationSelect({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const { show } = useFilters(OneOrganization);
  if (choices.length < 2) return null;
  return (
    <div className="one-filter">
      <OrganizationOfList organizationNumber={organizationNumber} choices={choices} show={show} />
    </div>
  );
}

/** The filter by the one organization that a list is about, if there are several. */
export function OrganizationOfList({
  organizationNumber,
  choices,
  show,
}: Omit<Chosen, 'nameOf'> & Pick<Filters<'organization_number'>, 'show'>) {
  if (choices.length < 2) return null;
  return (
    <FilterSelect
      by={{ filters: { organization_number: organizationNumber }, show }}
      name="organization_number"
      label="Organization"
    >
      <OrganizationOptions choices={choices} />
    </FilterSelect>
  );
}
