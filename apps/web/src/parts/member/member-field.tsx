import {
  MEMBER_SEARCH_MIN_CHARS,
  NAME_MAX,
  SEARCH_MAX_RESULTS,
  TYPEAHEAD_DEBOUNCE_MS,
} from '@kinfold/domain/constants';
import type { FoundMember, Member } from '@kinfold/domain/member';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { date } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { memberQuery } from '../../queries/members.ts';
import { memberSearchQuery } from '../../queries/organizations.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** The id of a member: looked up when it has over 10 characters (spec section 5). */
const MEMBER_ID = /^[0-9a-f]{11,}$/i;

const NOBODY_FITS = 'Whoever is found cannot be chosen here.';

/**
 * Searches the members of an organization while typing: from 3 characters, debounced by 200 ms. With `findsIds` also any
 * member of one's organizations by their id.
 */
export function MemberField({
  label = 'Member',
  organizationNumber,
  findsIds = false,
  offers = () => true,
  text,
  onText,
  chosen,
  onChoose,
  error,
  inputRef,
}: {
  label?: string;
  organizationNumber: string;
  findsIds?: boolean;
  /** Whether a found member may be chosen here; the others are not shown. */
  offers?: (member: FoundMember) => boolean;
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
  const isId = findsIds && MEMBER_ID.test(term);
  const isReady = isSearching && term.length >= MEMBER_SEARCH_MIN_CHARS;
  const byId = useQuery({ ...memberQuery(term), enabled: isReady && isId, retry: false });
  const byText = useQuery({ ...memberSearchQuery(organizationNumber, term), enabled: isReady && !isId });
  const search = isId ? byId : byText;
  const isMissing = isId && byId.isError && asProblem(byId.error).status === 404;
  const isFailed = search.isError && !isMissing;
  const isFresh = term === typed && !search.isFetching;
  const all = isSearching && !isFailed ? foundBy(isId, byId, byText.data) : undefined;
  const found = all?.filter(offers);
  const note = () => {
    if (chosen) return chosen;
    if (!isSearching) return null;
    if (isFailed && isFresh)
      return `The members cannot be searched at the moment. ${asProblem(search.error).detail}`;
    if (!all || !found || !isFresh) return 'Searching…';
    if (all.length > 0 && found.length === 0) return NOBODY_FITS;
    if (found.length === 0) return 'Nobody is found. Check the spelling, or try the member or phone number.';
    if (all.length >= SEARCH_MAX_RESULTS)
      return `Only ${SEARCH_MAX_RESULTS} members are shown. Type more of the name to see others.`;
    return `${countOf(found.length, 'member', 'members')} found`;
  };
  return (
    <Combobox
      label={label}
      hint={`Type at least 3 characters of the name, or the member or phone number${findsIds ? ', or the whole member id' : ''}`}
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

/** What is found: the one member of an id, none when there is no such member, or those of a text. */
function foundBy(
  isId: boolean,
  { data, isError }: { data: Member | undefined; isError: boolean },
  ofText: FoundMember[] | undefined,
): FoundMember[] | undefined {
  if (!isId) return ofText;
  if (isError) return [];
  if (!data) return undefined;
  const { _id, firstNm, lastNm, birthDt, isActive, deceasedDt } = data;
  return [
    {
      ...{ id: _id, firstNm, lastNm, birthDt },
      ...(isActive === false && { isActive }),
      ...(deceasedDt && { deceasedDt }),
    },
  ];
}
