import { TYPEAHEAD_MIN_CHARS, NAME_MAX, TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { useDebounced } from '../../lib/use-debounced.ts';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { listFiles } from '../../queries/list-files.ts';
import { ListHead } from '../../ui/list-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FoundOrganizations } from './found-organizations.tsx';
import { OrganizationTree } from './organization-tree.tsx';

/** In the field, whose label is not shown. */
const HINT = `Part of the name, from ${TYPEAHEAD_MIN_CHARS} letters`;

const NameFilter = z.object({ name: freeText });

/** The tree of organizations, or a search by name; the typed name is kept in the address. */
export function OrganizationBrowser({ add }: { add: ReactNode }) {
  const { filters, show } = useFilters(NameFilter);
  const [typed, setTyped] = useState(filters.name ?? '');
  const term = useDebounced(typed.trim(), TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = typed.trim().length >= TYPEAHEAD_MIN_CHARS;
  const onText = (text: string) => {
    setTyped(text);
    show({ name: text }, { replace: true });
  };
  return (
    <>
      <div className="filter-head">
        <div className="member-find">
          <TextField
            type="search"
            label="Find by name"
            hint={HINT}
            placeholder={HINT}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => onText(target.value)}
          />
        </div>
        <ListHead
          main={add}
          tools={<ExportCsv path={listFiles.organizations(isSearching ? typed.trim() : '')} />}
        />
      </div>
      {isSearching && term.length >= TYPEAHEAD_MIN_CHARS ? (
        <FoundOrganizations term={term} />
      ) : (
        <OrganizationTree addFirst={add} />
      )}
    </>
  );
}
