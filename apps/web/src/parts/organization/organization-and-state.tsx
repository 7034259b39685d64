import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
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
  tools,
}: Pick<Chosen, 'organizationNumber' | 'choices'> & {
  /** The name of the listed items. */
  label: string;
  /** The name of each state. */
  states: Record<State, string>;
  state: State;
  /** The head of the list. */
  tools?: ReactNode;
}) {
  const by = useFilters(OrganizationAndStatus);
  const shown = { filters: { organization_number: organizationNumber, status: state }, show: by.show };
  return (
    <FilterBar by={by} tools={tools} clearTo={useLocation().pathname}>
      {() => (
        <>
          {choices.length > 1 && (
            <FilterSelect by={shown} name="organization_number" label="Organization">
              <OrganizationOptions choices={choices} />
            </FilterSelect>
          )}
          <FilterSelect by={shown} name="status" label={label} options={states} />
        </>
      )}
    </FilterBar>
  );
}
