import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { fullName } from '@kinfold/domain/person-name';
import type { SearchResults } from '@kinfold/domain/search';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { useTypeahead } from '../../lib/use-typeahead.ts';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { DidYouMean } from '../../parts/member/did-you-mean.tsx';
import { paths } from '../../paths.ts';
import { searchQuery } from '../../queries/search.ts';
import { Field, fieldInput } from '../../ui/field.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { useActiveOption } from '../../ui/use-active-option.ts';
import { recentItems, rememberItem } from './recent-items.ts';
import { searchGroups, type SearchGroup, type SearchItem } from './search-groups.ts';
import '../../theme/combobox.scss';
import './search.scss';

const HINT = 'Name, member number, phone or its last 4 digits, birth date, organization or reference';
const keyOf = ({ to }: SearchItem) => to;

/**
 * A search field with its results below it by kind: arrows move, Enter opens. While empty, it offers recently opened
 * items.
 */
export function SearchPanel({
  email,
  text,
  onText,
  onOpen,
  showsRecent = true,
}: {
  /** The e-mail of the signed-in user, whose recent items are shown. */
  email: string;
  text: string;
  onText: (text: string) => void;
  /** Called when a result is opened. */
  onOpen?: () => void;
  /** Whether it offers what was opened last while nothing is typed. */
  showsRecent?: boolean;
}) {
  const id = useId();
  const navigate = useNavigate();
  const results = useRef<HTMLDivElement>(null);
  const search = useSearch(text);
  const groups = search.isTyped ? search.groups : showsRecent ? recentGroups(email) : [];
  const items = groups.flatMap((group) => group.items);
  const { active, activeKey, moveBy, reset } = useActiveOption(items, keyOf, {
    // Enter does not open results of the previous text.
    first: search.isTyped && search.isFresh ? items[0]?.to : undefined,
  });
  useEffect(() => {
    results.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);
  const open = (item: SearchItem) => {
    rememberItem(email, item);
    onOpen?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const item = items[active];
    if (event.key === 'Enter' && item) {
      open(item);
      void navigate(item.to);
    } else if (event.key !== 'Enter' && !(items.length > 0 && moveBy(event))) return;
    event.preventDefault();
  };
  return (
    <div className="vstack gap-2">
      <Field id={id} label="Find a person or a record" hint={HINT}>
        <input
          {...fieldInput({ id, hint: HINT, error: undefined })}
          type="search"
          enterKeyHint="go"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={NAME_MAX}
          value={text}
          onChange={({ target }) => {
            reset();
            onText(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div role="status" className="form-text said">
        {search.note}
      </div>
      {search.isEmpty && (
        <DidYouMean
          term={text}
          onChoose={(meant) => {
            onText(meant);
            document.getElementById(id)?.focus();
          }}
        />
      )}
      {search.error && (
        <ErrorPanel
          problem={asProblem(search.error)}
          title="The search does not answer at the moment."
          onRetry={search.retry}
        />
      )}
      <div id={`${id}-list`} ref={results} role="listbox" aria-label="Results">
        {groups.map(({ title, items: found }, group) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
            <p id={`${id}-group-${group}`} className="search-kind muted fw-semibold">
              {title}
            </p>
            {found.map((item) => {
              const index = items.indexOf(item);
              return (
                <Link
                  key={item.to}
                  id={`${id}-${index}`}
                  to={item.to}
                  role="option"
                  className="option d-grid"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => open(item)}
                >
                  <span className="fw-semibold">{item.name}</span> <CoverLine cover={item.cover} />{' '}
                  <span className="muted small">{item.note}</span>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      {search.isFresh && <SomebodyDied members={search.members} onOpen={onOpen} />}
    </div>
  );
}

/** Members for whom it is offered that they, or somebody of their family, have died. */
const OFFERED = 6;

function SomebodyDied({
  members,
  onOpen,
}: {
  members: SearchResults['members'];
  onOpen: (() => void) | undefined;
}) {
  if (members.length === 0 || members.length > OFFERED) return null;
  return (
    <p className="facts targets">
      Somebody has died:
      {members.map(({ _id, ...name }) => (
        <Link key={_id} to={paths.death.href(_id)} onClick={onOpen}>
          {fullName(name)}
        </Link>
      ))}
    </p>
  );
}

function recentGroups(email: string): SearchGroup[] {
  const items = recentItems(email);
  return items.length ? [{ title: 'Recently opened', items }] : [];
}

/** Searches for a text, from 3 characters and once it has not changed for 200 ms. */
function useSearch(text: string) {
  const {
    isSearching,
    isFresh,
    found: results,
    error,
    retry,
  } = useTypeahead(text, MEMBER_SEARCH_MIN_CHARS, searchQuery);
  const isTyped = text.trim().length > 0;
  const groups = results && !error ? searchGroups(results) : [];
  const found = groups.reduce((sum, { items }) => sum + items.length, 0);
  const note = () => {
    if (!isTyped || error) return null;
    if (!isSearching) return `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`;
    if (!isFresh) return 'Searching…';
    if (!found)
      return 'Nothing was found. Check the spelling, or try another part of the name or the number.';
    const isCut = groups.some(({ items }) => items.length >= 10);
    return isCut
      ? pluralOf(
          found,
          '# result, the first 10 of each kind: type more to see others',
          '# results, the first 10 of each kind: type more to see others',
        )
      : countOf(found, 'result', 'results');
  };
  const isEmpty = isTyped && isFresh && !error && found === 0;
  const members = results?.members ?? [];
  return { isTyped, isFresh, isEmpty, groups, members, error, note: note(), retry };
}
