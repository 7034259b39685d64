import { TYPEAHEAD_MIN_CHARS, NAME_MAX, TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import type { FoundOrganization } from '@kinfold/domain/organization';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { organizationSearchQuery } from '../../queries/organizations.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Searches the organizations that the user may look at: from 2 letters of the name, debounced by 200 ms. */
export function OrganizationField({
  label,
  hint,
  text,
  isChosen,
  mayChoose = () => true,
  emptyNote = 'None is found. Check the spelling.',
  onText,
  onChoose,
  error,
  inputRef,
}: {
  label: string;
  hint: string;
  text: string;
  isChosen: boolean;
  mayChoose?: (found: FoundOrganization) => boolean;
  /** Said where none is found, or none that may be chosen. */
  emptyNote?: string;
  onText: (text: string) => void;
  onChoose: (organization: FoundOrganization) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const typed = text.trim();
  const term = useDebounced(typed, TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = !isChosen && typed.length >= TYPEAHEAD_MIN_CHARS;
  const search = useQuery({
    ...organizationSearchQuery(term),
    enabled: isSearching && term.length >= TYPEAHEAD_MIN_CHARS,
  });
  const found = isSearching && !search.isError ? search.data?.filter(mayChoose) : undefined;
  const isFresh = term === typed && !search.isFetching;
  const note = () => {
    if (!isSearching) return null;
    if (search.isError && isFresh)
      return `The organizations cannot be searched at the moment. ${asProblem(search.error).detail}`;
    if (!found || !isFresh) return 'Searching…';
    if (found.length === 0) return emptyNote;
    return `${countOf(found.length, 'organization', 'organizations')} found`;
  };
  return (
    <Combobox
      label={label}
      hint={hint}
      text={text}
      maxLength={NAME_MAX}
      onText={onText}
      options={found}
      keyOf={({ organizationNumber }) => organizationNumber}
      onChoose={onChoose}
      note={note()}
      error={error}
      {...(inputRef && { inputRef })}
    >
      {({ organizationName, above }) => (
        <>
          <span>{organizationName}</span>{' '}
          <span className="muted small">{above.map((one) => one.organizationName).join(' › ')}</span>
        </>
      )}
    </Combobox>
  );
}
