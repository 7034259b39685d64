import * as z from 'zod/mini';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import '../../theme/staff.scss';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { OrganizationOptions, type Chosen } from '../access/in-organization.tsx';

const OrganizationAndStatus = z.object({ organization_number: freeText, status: freeText });

/** The filters of a list by organization and state, kept in the address. */
export function OrganizationAndState<State extends string>({
  organizationNumber,
  choices,
  label,
  states,
  state,
}: Pick<Chosen, 'organizationNumber' | 'choices'> & {
  /** The name of the listed items. */
  label: string;
  /** The name of each state. */
  states: Record<State, string>;
  state: State;
}) {
  const { show } = useFilters(OrganizationAndStatus);
  const by = { filters: { organization_number: organizationNumber, status: state }, show };
  return (
    <div className="fields d-print-none">
      {choices.length > 1 && (
        <FilterSelect by={by} name="organization_number" label="Organization">
          <OrganizationOptions choices={choices} />
        </FilterSelect>
      )}
      <FilterSelect by={by} name="status" label={label} options={states} />
    </div>
  );
}
