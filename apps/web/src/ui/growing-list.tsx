import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { ShowMore } from './show-more.tsx';

/**
 * A list without page numbers, newest first: a placeholder while it loads, its rows (each element with `data-row`) with
 * a button for the next page, an empty state, or an error with a retry button.
 */
export function GrowingList<Page, Row>({
  query,
  rowsOf,
  many,
  skeletonRows,
  empty,
  end,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  /** The name of the rows in texts: 'jobs'. */
  many: string;
  skeletonRows: number;
  empty: ReactNode;
  /** The note after the last row; without it there is none. */
  end?: string;
  children: (rows: Row[]) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <Loaded query={query} what={`the ${many}`} rows={skeletonRows}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf);
        if (rows.length === 0) return empty;
        return (
          <div className="stack" ref={list} aria-busy={query.isPlaceholderData || undefined}>
            {children(rows)}
            <ShowMore query={query} list={list} count={rows.length} end={end} />
          </div>
        );
      }}
    </Loaded>
  );
}
