import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX, TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import type { FoundOrganization } from '@kinfold/domain/organization';
import { isPermitted } from '@kinfold/domain/permission';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { organizationSearchQuery } from '../../queries/organizations.ts';
import { scopeQuery } from '../../queries/scopes.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** The numbers of an organization and those above it that one may look at. */
const placeOf = ({ organizationNumber, above }: FoundOrganization) => [
  ...above.map((one) => one.organizationNumber),
  organizationNumber,
];

/** Searches the organizations below which the user may put one: from 3 letters of the name, debounced by 200 ms. */
export function ParentField({
  label,
  hint,
  text,
  isChosen,
  except,
  onText,
  onChoose,
  error,
  inputRef,
}: {
  label: string;
  hint: string;
  text: string;
  isChosen: boolean;
  /** Neither this organization nor one below it. */
  except?: string;
  onText: (text: string) => void;
  onChoose: (organization: FoundOrganization) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const typed = text.trim();
  const term = useDebounced(typed, TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = !isChosen && typed.length >= MEMBER_SEARCH_MIN_CHARS;
  const scope = useQuery(scopeQuery);
  const search = useQuery({
    ...organizationSearchQuery(term),
    enabled: isSearching && term.length >= MEMBER_SEARCH_MIN_CHARS,
  });
  const mayStandBelow = (found: FoundOrganization) =>
    isPermitted(scope.data?.roles ?? [], 'organizations.create', placeOf(found)) &&
    (except === undefined || !placeOf(found).includes(except));
  const found = isSearching && !search.isError ? search.data?.filter(mayStandBelow) : undefined;
  const isFresh = term === typed && !search.isFetching;
  const note = () => {
    if (!isSearching) return null;
    if (search.isError && isFresh)
      return `The organizations cannot be searched at the moment. ${asProblem(search.error).detail}`;
    if (!found || !isFresh) return 'Searching…';
    if (found.length === 0) return 'None is found below which you may put one. Check the spelling.';
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
      inputRef={inputRef}
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
