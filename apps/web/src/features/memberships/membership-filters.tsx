import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { freeText, oneOf, type useFilters } from '../../lib/use-filters.ts';
import { OrganizationFilter, type Chosen } from '../../parts/access/in-organization.tsx';
import { filterWords } from '../../parts/filter-words.ts';
import { paths } from '../../paths.ts';
import type { MembershipListFilters } from '../../queries/memberships.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';

const PAID = { true: 'Differs from the price' };
const TODAY = { true: 'Would be another' };
const OWES = { true: 'Owes something' };
const STATUSES = { active: 'Active', inactive: 'Inactive', unknown: 'Waiting for the office' };

/** The filters of a list of memberships. */
export const MembershipFilter = z.object({
  status: oneOf('active', 'inactive', 'unknown'),
  organization_number: freeText,
  price_differs: oneOf('true'),
  owes: oneOf('true'),
  price_outdated: oneOf('true'),
});

/** The filters of a list of memberships in words, as on paper. */
export const membershipFilterWords = (filters: MembershipListFilters, choices: Chosen['choices']) =>
  filterWords(filters, choices, {
    status: ['Status', STATUSES],
    price_differs: ['Last payment', PAID],
    price_outdated: ['Price today', TODAY],
    owes: ['Dues', OWES],
  });

/** The filters of a list of memberships, and its head. */
export function MembershipFilters({
  campaignId,
  by,
  choices,
  tools,
}: Pick<Chosen, 'choices'> & {
  campaignId: string;
  /** The head of the list. */
  tools: ReactNode;
  by: ReturnType<typeof useFilters<typeof MembershipFilter>>;
}) {
  return (
    <FilterBar by={by} tools={tools} clearTo={paths.campaignMemberships.href(campaignId)}>
      {(shown) => (
        <>
          <FilterSelect by={shown} name="status" label="Status" all="All" options={STATUSES} />
          <OrganizationFilter by={shown} choices={choices} />
          <FilterSelect by={shown} name="price_differs" label="Last payment" all="All" options={PAID} />
          <FilterSelect by={shown} name="price_outdated" label="Price today" all="All" options={TODAY} />
          <FilterSelect by={shown} name="owes" label="Dues" all="All" options={OWES} />
        </>
      )}
    </FilterBar>
  );
}
