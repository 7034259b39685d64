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
  /** Changes the state of the list; without a page number it returns to the first page. */
  show: (changed: Partial<Page>) => void;
};

/**
 * Loads a page of a list. The page is kept in the query string, with the parameters of the API: it survives a reload
 * and Back, and can be shared as a link. The rows stay while the next page loads. The first size is the default.
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
    // A selectable size is always written out, also the default, so that the address is complete.
    const chosen = sizes.length > 1 ? { page_size: page.page_size } : {};
    setParams((before) => {
      for (const [name, value] of Object.entries({ page_number: 1, ...chosen, ...changed }))
        before.set(name, String(value));
    });
  };
  return { query, page, sizes, show };
}
