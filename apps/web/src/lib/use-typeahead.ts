import { TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { asProblem } from './problem.ts';
import { useDebounced } from './use-debounced.ts';

/**
 * Searches while the user types: from a minimum length, debounced by 200 ms. `found` may belong to the previous text
 * until it `isFresh`; `error` belongs to the current text.
 */
export function useTypeahead<Found, Key extends QueryKey>(
  text: string,
  minChars: number,
  queryOf: (term: string) => UseQueryOptions<Found, Error, Found, Key>,
  /** True if an option is already chosen, so that nothing is searched. */
  isChosen = false,
) {
  const typed = text.trim();
  const term = useDebounced(typed, TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = !isChosen && typed.length >= minChars;
  const query = useQuery({ ...queryOf(term), enabled: isSearching && term.length >= minChars });
  const isFresh = isSearching && term === typed && !query.isFetching;
  const found = isSearching && !query.isError ? query.data : undefined;
  const error = isFresh ? query.error : null;
  return {
    isSearching,
    isFresh,
    found,
    error,
    retry: () => void query.refetch(),
    /** Returns the note below the field: that it is searching, an error, or the number of results. */
    noteOf: (what: string, noteFound: (found: Found) => string): string | null => {
      if (!isSearching) return null;
      if (error) return `The ${what} cannot be searched at the moment. ${asProblem(error).detail}`;
      return found === undefined || !isFresh ? 'Searching…' : noteFound(found);
    },
  };
}
