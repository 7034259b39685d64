import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { useId, useRef, useState, type FormEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { OrganizationOptions, type Chosen } from '../../parts/in-organization.tsx';
import { paths } from '../../paths.ts';
import type { MemberListFilters } from '../../queries/members.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const NAMES = ['organization_number', 'active', 'without_contact', 'searchTerm'] as const;

/** The filters of an address. */
export function readMemberFilters(query: URLSearchParams): MemberListFilters {
  const there = NAMES.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value);
  return Object.fromEntries(there);
}

/** The filters of the list of members, which stand in the address. The search is always there; on a phone the others unfold. */
export function MemberFilters({
  filters,
  choices,
}: Pick<Chosen, 'choices'> & { filters: MemberListFilters }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const folded = NAMES.filter((name) => name !== 'searchTerm' && filters[name]).length;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const asked = Object.fromEntries(NAMES.map((name) => [name, String(form.get(name) ?? '').trim()]));
    const term = asked['searchTerm'] ?? '';
    const isTooShort = term.length > 0 && term.length < MEMBER_SEARCH_MIN_CHARS;
    setError(isTooShort ? `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters` : undefined);
    if (isTooShort) return;
    await navigate(paths.members.href(asked), { preventScrollReset: true });
    setOpen(false);
  };
  return (
    // Another address shows its own values.
    <form
      key={JSON.stringify(filters)}
      className="member-filters"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Find"
        hint="Name, member number or phone"
        name="searchTerm"
        type="search"
        autoComplete="off"
        maxLength={NAME_MAX}
        defaultValue={filters.searchTerm}
        error={error}
      />
      <Button
        ref={opener}
        variant="outline-primary"
        className="filters-opener"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{folded > 0 && ` (${folded})`} <Icon name="chevron-down" size={18} />
      </Button>
      <div className={isOpen ? 'member-filters-more is-open' : 'member-filters-more'} id={id}>
        {choices.length > 1 && (
          <SelectField
            label="Organization"
            name="organization_number"
            defaultValue={filters.organization_number}
          >
            <option value="">All of yours</option>
            <OrganizationOptions choices={choices.filter((one) => one.organizationNumber !== '*')} />
          </SelectField>
        )}
        <SelectField label="State" name="active" defaultValue={filters.active}>
          <option value="">Everybody</option>
          <option value="true">Active</option>
          <option value="false">Not active</option>
        </SelectField>
        <SelectField label="To be reached" name="without_contact" defaultValue={filters.without_contact}>
          <option value="">Everybody</option>
          <option value="true">Without phone and email</option>
        </SelectField>
      </div>
      <div className="button-row">
        <Button type="submit">Show</Button>
        {Object.keys(filters).length > 0 && (
          <ButtonLink variant="link" to={paths.members.href()} preventScrollReset>
            Clear filters
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
