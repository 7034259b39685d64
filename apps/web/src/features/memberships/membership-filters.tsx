import * as z from 'zod/mini';
import { freeText, oneOf, type useFilters } from '../../lib/use-filters.ts';
import { OrganizationFilter, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';

const PAID = { true: 'Differs from the price' };
const STATUSES = { active: 'Active', inactive: 'Inactive', unknown: 'Waiting for the office' };

/** The filters of a list of memberships. */
export const MembershipFilter = z.object({
  status: oneOf('active', 'inactive', 'unknown'),
  organization_number: freeText,
  price_differs: oneOf('true'),
  owes: oneOf('true'),
  price_outdated: oneOf('true'),
});

/** The filters of a list of memberships. On a phone they are folded. */
export function MembershipFilters({
  campaignId,
  by,
  choices,
}: Pick<Chosen, 'choices'> & {
  campaignId: string;
  by: ReturnType<typeof useFilters<typeof MembershipFilter>>;
}) {
  return (
    <FilterBar className="vstack gap-3" by={by} isFolded clearTo={paths.campaignMemberships.href(campaignId)}>
      {(shown) => (
        <>
          <FilterSelect by={shown} name="status" label="Status" all="All" options={STATUSES} />
          <OrganizationFilter by={shown} choices={choices} />
          <FilterSelect by={shown} name="price_differs" label="Last payment" all="All" options={PAID} />
          <FilterSelect
            by={shown}
            name="price_outdated"
            label="Price today"
            all="All"
            options={{ true: 'Would be another' }}
          />
          <FilterSelect by={shown} name="owes" label="Dues" all="All" options={{ true: 'Owes something' }} />
        </>
      )}
    </FilterBar>
  );
}
