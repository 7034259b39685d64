import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX, SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { CalendarDate } from '@kinfold/domain/dates';
import { showDeathDay } from '@kinfold/domain/death-day';
import type { FoundMember } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { pluralOf } from '@kinfold/domain/text';
import type { Ref } from 'react';
import { date } from '../../lib/format.ts';
import { useTypeahead } from '../../lib/use-typeahead.ts';
import { memberOfIdQuery } from '../../queries/members.ts';
import { memberSearchQuery } from '../../queries/organizations.ts';
import { DidYouMean } from './did-you-mean.tsx';
import { Combobox } from '../../ui/combobox.tsx';

/** The id of a member: looked up when it has over 10 characters (spec section 5). */
const MEMBER_ID = /^[0-9a-f]{11,}$/i;

const NOBODY_FITS = 'The members found cannot be chosen here.';
const HAVE_DIED = 'The members found have died, and cannot be chosen here.';

/**
 * Searches the members of an organization while typing: from 3 characters, debounced by 200 ms. With `findsIds` also
 * finds any member of the user's organizations by id.
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
  /** Returns whether a found member may be chosen here; others are not shown. */
  offers?: (member: FoundMember) => boolean;
  text: string;
  onText: (text: string) => void;
  /** Distinguishes the chosen member from others of the same name; empty if none is chosen. */
  chosen: string;
  onChoose: (member: FoundMember) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}) {
  const search = useTypeahead(
    text,
    MEMBER_SEARCH_MIN_CHARS,
    (term) =>
      findsIds && MEMBER_ID.test(term) ? memberOfIdQuery(term) : memberSearchQuery(organizationNumber, term),
    chosen !== '',
  );
  const found = search.found?.filter(offers);
  const note = search.noteOf('members', (all) => {
    if (all.length > 0 && found?.length === 0)
      return all.every(({ deceasedDt }) => deceasedDt) ? HAVE_DIED : NOBODY_FITS;
    return foundMembersText(all.length, SEARCH_MAX_RESULTS, found?.length);
  });
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
      note={chosen || note}
      isBusy={search.isSearching && !search.isFresh}
      below={(type) => search.found?.length === 0 && <DidYouMean term={text} onChoose={type} />}
      error={error}
      inputRef={inputRef}
    >
      {({ birthDt, formerly, deceasedDt, deathDay, ...name }) => (
        <>
          <span>
            {fullName(name)}
            {formerly && <span className="muted"> (formerly {formerly})</span>}
          </span>{' '}
          <span className="muted small tabular">
            {date(birthDt)}
            {deathText({ deceasedDt, deathDay })}
          </span>
        </>
      )}
    </Combobox>
  );
}

/** Returns ` · deceased` with the day of a death; empty for the living. */
export const deathText = ({ deceasedDt, deathDay }: Pick<FoundMember, 'deceasedDt' | 'deathDay'>): string =>
  deceasedDt ? ` · deceased ${showDeathDay(deceasedDt as CalendarDate, deathDay)}` : '';

/** Returns the number of members found, or a hint when there are none. */
export function foundMembersText(count: number, max: number, offered = count): string {
  if (count === 0) return 'Nobody was found. Check the spelling, or try the member or phone number.';
  return count >= max
    ? `Only ${max} members are shown. Type more of the name to see others.`
    : pluralOf(offered, '# member found', '# members found');
}
