import {
  MEMBER_SEARCH_MIN_CHARS,
  NAME_MAX,
  SEARCH_MAX_RESULTS,
  TYPEAHEAD_DEBOUNCE_MS,
} from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { date } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { memberSearchQuery } from '../../queries/organizations.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Searches the members of an organization while typing: from 3 characters, debounced by 200 ms. */
export function MemberField({
  organizationNumber,
  text,
  onText,
  chosen,
  onChoose,
  error,
  inputRef,
}: {
  organizationNumber: string;
  text: string;
  onText: (text: string) => void;
  /** Distinguishes the chosen member from others of the same name; empty while none is chosen. */
  chosen: string;
  onChoose: (member: FoundMember) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}) {
  const typed = text.trim();
  const term = useDebounced(typed, TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = !chosen && typed.length >= MEMBER_SEARCH_MIN_CHARS;
  const search = useQuery({
    ...memberSearchQuery(organizationNumber, term),
    enabled: isSearching && term.length >= MEMBER_SEARCH_MIN_CHARS,
  });
  const found = isSearching && !search.isError ? search.data : undefined;
  const isFresh = term === typed && !search.isFetching;
  const note = () => {
    if (chosen) return chosen;
    if (!isSearching) return null;
    if (search.isError && isFresh)
      return `The members cannot be searched at the moment. ${asProblem(search.error).detail}`;
    if (!found || !isFresh) return 'Searching…';
    if (found.length === 0) return 'Nobody is found. Check the spelling, or try the member or phone number.';
    if (found.length >= SEARCH_MAX_RESULTS)
      return `Only ${SEARCH_MAX_RESULTS} members are shown. Type more of the name to see others.`;
    return `${countOf(found.length, 'member', 'members')} found`;
  };
  return (
    <Combobox
      label="Member"
      hint="Type at least 3 characters of the name, or the member or phone number"
      text={text}
      maxLength={NAME_MAX}
      onText={onText}
      options={found}
      keyOf={({ id }) => id}
      onChoose={onChoose}
      note={note()}
      error={error}
      inputRef={inputRef}
    >
      {({ firstNm, lastNm, birthDt }) => (
        <>
          <span>
            {firstNm} {lastNm}
          </span>{' '}
          <span className="muted small tabular">{date(birthDt)}</span>
        </>
      )}
    </Combobox>
  );
}
