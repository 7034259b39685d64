import { NAME_MAX } from '@kinfold/domain/constants';
import { useId, useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import '../theme/staff.scss';
import type { Filters } from '../lib/use-filters.ts';
import { ButtonLink } from './button-link.tsx';
import { Icon } from './icon.tsx';
import { TextField } from './text-field.tsx';

/**
 * The head of a list with its filters (`useFilters`): a choice (`FilterSelect`) applies at once, a search term
 * (`searchTerm`) with Show or with the next choice. The choices are folded until they are asked for; a link clears all.
 */
export function FilterBar<Name extends string>({
  by: { filters, show },
  find,
  tools,
  clearTo,
  children,
}: {
  by: Filters<Name>;
  /** The search field, with the minimum length of its term. */
  find?: { hint: string; minChars: number; tooShort: string };
  /** The head of the list (`ListHead`). */
  tools?: ReactNode;
  /** The address without filters. */
  clearTo: string;
  /** The choices; without them there is only the search. */
  children?: ((by: Filters<Name>) => ReactNode) | false;
}) {
  const { searchTerm = '', ...choices }: Partial<Record<string, string>> = filters;
  const [term, setTerm] = useState(searchTerm);
  const [shownTerm, setShownTerm] = useState(searchTerm);
  const [error, setError] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // Another address, as after Back, shows its own term.
  if (shownTerm !== searchTerm) {
    setShownTerm(searchTerm);
    setTerm(searchTerm);
  }
  const showAll: Filters<Name>['show'] = (changed) => {
    const typed = term.trim();
    const isTooShort = find !== undefined && typed.length > 0 && typed.length < find.minChars;
    setError(isTooShort ? find.tooShort : undefined);
    if (!isTooShort) show({ ...(find && { searchTerm: typed }), ...changed });
  };
  const count = Object.keys(choices).length;
  const opener = children && (
    <Button
      variant="outline-primary"
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      Filters{count > 0 && ` (${count})`} <Icon name="chevron-down" size={18} />
    </Button>
  );
  return (
    <form
      className="filter-bar d-print-none"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        showAll({});
      }}
    >
      <div className="filter-head">
        {find ? (
          <div className="member-find">
            <TextField
              label="Find"
              hint={find.hint}
              placeholder={find.hint}
              type="search"
              autoComplete="off"
              maxLength={NAME_MAX}
              value={term}
              onChange={({ target }) => setTerm(target.value)}
              error={error}
            />
            <Button type="submit">Show</Button>
            {opener}
          </div>
        ) : (
          opener
        )}
        {tools}
      </div>
      {children && (
        <div className={isOpen ? 'folded-filters is-open' : 'folded-filters'} id={id}>
          {children({ filters, show: showAll })}
          {(count > 0 || searchTerm) && (
            <ButtonLink variant="link" to={clearTo} preventScrollReset>
              Clear filters
            </ButtonLink>
          )}
        </div>
      )}
    </form>
  );
}
