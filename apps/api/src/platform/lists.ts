/** Lists by page (http.md "Conventions"): what is read of them, and how they are answered. */
import { pageCount, type Page } from '@kinfold/domain/pagination';

/** The rows of a list to read. */
export type Range = { skip: number; limit: number };

/** A page of a list, and the numbers of rows and pages in all. */
export type ListPage<T> = { results: number; pages: number; rows: T[] };

/** The rows of a page. */
function rangeOf({ page_number, page_size }: Page): Range {
  return { skip: (page_number - 1) * page_size, limit: page_size };
}

/** A page that is read from the database: `count` returns the number of all rows, `read` those of a range. */
export async function readPage<T>(
  page: Page,
  count: () => Promise<number>,
  read: (range: Range) => Promise<T[]>,
): Promise<ListPage<T>> {
  const [results, rows] = await Promise.all([count(), read(rangeOf(page))]);
  return { results, pages: pageCount(results, page.page_size), rows };
}

/** A page of rows that were all read: few, of one member. */
export function pageOfAll<T>(all: readonly T[], page: Page): ListPage<T> {
  const { skip, limit } = rangeOf(page);
  return {
    results: all.length,
    pages: pageCount(all.length, page.page_size),
    rows: all.slice(skip, skip + limit),
  };
}

/** A page as it is answered, its rows under the list's name. */
export function presentPage<N extends string, T, W>(
  name: N,
  { results, pages, rows }: ListPage<T>,
  present: (row: T) => W,
) {
  return { results, pages, [name]: rows.map(present) } as { results: number; pages: number } & Record<N, W[]>;
}
