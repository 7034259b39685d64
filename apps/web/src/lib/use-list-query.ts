import type { Page } from '@kinfold/domain/pagination';
import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useAddressQuery } from './use-address-query.ts';

/** A list with its state in the query string; `PagedList` shows it. */
export type ListQuery<Answer> = {
  query: UseQueryResult<Answer>;
  page: Page;
  /** The page sizes to choose from. */
  sizes: readonly number[];
  /** Changes the state of the list. Without a page number it shows the first page. */
  show: (changed: Partial<Page>) => void;
};

/**
 * Loads a page of a list. Which page it is stands in the query string, with the parameters of the API: it survives a
 * reload and the way back, and can be sent to somebody. The rows stay while those of the next page load. The first size
 * is the default.
 */
export function useListQuery<Answer, Key extends QueryKey>(
  sizes: readonly [number, ...number[]],
  queryOf: (page: Page) => UseQueryOptions<Answer, Error, Answer, Key>,
): ListQuery<Answer> {
  const [params, setParams] = useAddressQuery();
  const page = {
    page_number: Math.max(1, Math.trunc(Number(params.get('page_number'))) || 1),
    page_size: sizes.find((size) => String(size) === params.get('page_size')) ?? sizes[0],
  };
  const query = useQuery({ ...queryOf(page), placeholderData: keepPreviousData });
  const show = (changed: Partial<Page>) => {
    // A size that can be chosen is written out, also the default one: the address says what it shows.
    const chosen = sizes.length > 1 ? { page_size: page.page_size } : {};
    setParams((before) => {
      for (const [name, value] of Object.entries({ page_number: 1, ...chosen, ...changed }))
        before.set(name, String(value));
    });
  };
  return { query, page, sizes, show };
}
