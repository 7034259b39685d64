import { ROOT } from '@kinfold/domain/permission';
import type { ChangeEvent } from 'react';
import { readFilters } from '../../lib/read-filters.ts';
import { setFilters, useAddressQuery } from '../../lib/use-address-query.ts';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import type { MembershipListFilters } from '../../queries/memberships.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FoldedFilters } from '../../ui/folded-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';

const NAMES = ['status', 'organization_number', 'price_differs', 'owes'] as const;

/** The filters of an address. */
export function readMembershipFilters(query: URLSearchParams): MembershipListFilters {
  return readFilters(query, NAMES);
}

/** The filters of a list of memberships, which stand in the address; a choice holds at once. On a phone they unfold. */
export function MembershipFilters({
  campaignId,
  filters,
  choices,
}: Pick<Chosen, 'choices'> & { campaignId: string; filters: MembershipListFilters }) {
  const [, change] = useAddressQuery();
  const count = Object.keys(filters).length;
  const select = (name: keyof MembershipListFilters) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      change((query) => setFilters(query, { [name]: target.value })),
  });
  return (
    <div className="vstack gap-3">
      <FoldedFilters count={count}>
        <SelectField label="Status" {...select('status')}>
          <option value="">All</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
          <option value="unknown">Waiting for the office</option>
        </SelectField>
        {choices.length > 1 && (
          <SelectField label="Organization" {...select('organization_number')}>
            <option value="">All of yours</option>
            <OrganizationOptions choices={choices.filter((one) => one.organizationNumber !== ROOT)} />
          </SelectField>
        )}
        <SelectField label="Last payment" {...select('price_differs')}>
          <option value="">All</option>
          <option value="true">Differs from the price</option>
        </SelectField>
        <SelectField label="Dues" {...select('owes')}>
          <option value="">All</option>
          <option value="true">Owes something</option>
        </SelectField>
        {count > 0 && (
          <ButtonLink variant="link" to={paths.campaignMemberships.href(campaignId)} preventScrollReset>
            Clear filters
          </ButtonLink>
        )}
      </FoldedFilters>
    </div>
  );
}
