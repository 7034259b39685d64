import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { ROOT } from '@kinfold/domain/permission';
import { useState, type ChangeEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { readFilters } from '../../lib/read-filters.ts';
import { setFilters, useAddressQuery } from '../../lib/use-address-query.ts';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { paths } from '../../paths.ts';
import type { MemberListFilters } from '../../queries/members.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FoldedFilters } from '../../ui/folded-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const NAMES = [
  'organization_number',
  'active',
  'covered',
  'owes',
  'without_contact',
  'bounced',
  'searchTerm',
] as const;

/** The filters of an address. */
export function readMemberFilters(query: URLSearchParams): MemberListFilters {
  return readFilters(query, NAMES);
}

/** The search and the filters of the list of members, which stand in the address. A choice holds at once. On a phone they unfold. */
export function MemberFilters({
  filters,
  choices,
}: Pick<Chosen, 'choices'> & { filters: MemberListFilters }) {
  const seesCover = useMayAnywhere('campaign.memberships.get');
  const seesDues = useMayAnywhere('organization.donations.get');
  const [, change] = useAddressQuery();
  const [error, setError] = useState<string>();
  const [term, setTerm] = useState(filters.searchTerm ?? '');
  const [shownTerm, setShownTerm] = useState(filters.searchTerm);
  // Another address, as after the way back, shows its own.
  if (shownTerm !== filters.searchTerm) {
    setShownTerm(filters.searchTerm);
    setTerm(filters.searchTerm ?? '');
  }
  const folded = NAMES.filter((name) => name !== 'searchTerm' && filters[name]).length;
  const show = (changed: MemberListFilters) => {
    const searchTerm = term.trim();
    const isTooShort = searchTerm.length > 0 && searchTerm.length < MEMBER_SEARCH_MIN_CHARS;
    setError(isTooShort ? `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters` : undefined);
    if (isTooShort) return;
    change((query) => setFilters(query, { searchTerm, ...changed }));
  };
  const select = (name: keyof MemberListFilters) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => show({ [name]: target.value }),
  });
  return (
    <form
      className="member-filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show({});
      }}
    >
      <div className="member-find">
        <TextField
          label="Find"
          hint="Name, member number, phone or its last 4 digits"
          type="search"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
          error={error}
        />
        <Button type="submit">Show</Button>
      </div>
      <FoldedFilters count={folded}>
        {choices.length > 1 && (
          <SelectField label="Organization" {...select('organization_number')}>
            <option value="">All of yours</option>
            <OrganizationOptions choices={choices.filter((one) => one.organizationNumber !== ROOT)} />
          </SelectField>
        )}
        <SelectField label="State" {...select('active')}>
          <option value="">Everybody</option>
          <option value="true">Active</option>
          <option value="false">Not active</option>
        </SelectField>
        {seesCover && (
          <SelectField label="Cover" {...select('covered')}>
            <option value="">Everybody</option>
            <option value="true">Covered by a fund now</option>
            <option value="false">Not covered now</option>
          </SelectField>
        )}
        {seesDues && (
          <SelectField label="Dues" {...select('owes')}>
            <option value="">Everybody</option>
            <option value="true">Has dues to pay</option>
            <option value="false">Owes nothing now</option>
          </SelectField>
        )}
        <SelectField label="To be reached" {...select('without_contact')}>
          <option value="">Everybody</option>
          <option value="true">Without phone and email</option>
        </SelectField>
        <SelectField label="Email" {...select('bounced')}>
          <option value="">Everybody</option>
          <option value="true">With an address that bounces</option>
        </SelectField>
        {Object.keys(filters).length > 0 && (
          <ButtonLink variant="link" to={paths.members.href()} preventScrollReset>
            Clear filters
          </ButtonLink>
        )}
      </FoldedFilters>
    </form>
  );
}
