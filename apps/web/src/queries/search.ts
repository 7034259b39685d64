import { SearchResults } from '@kinfold/domain/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withQuery } from '../lib/url-path.ts';

/** The search results for staff, at most 10 of each kind: `GET /v2/search?q=`, from 3 characters. */
export const searchQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => http.get(withQuery('/v2/search', { q: term }), SearchResults, { signal }),
    placeholderData: keepPreviousData,
  });
