import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { asProblem } from '../lib/problem.ts';
import { ShowMore } from './show-more.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { ErrorPanel } from './states.tsx';

/**
 * A list that only goes on, newest first: a placeholder while it loads, its rows (each element with `data-row`) with a
 * button for the next page, what stands here while there are none, or an error with a retry button.
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
  /** What the rows are, in texts: 'jobs'. */
  many: string;
  skeletonRows: number;
  empty: ReactNode;
  /** Says that there are no more; nothing does without it. */
  end?: string;
  children: (rows: Row[]) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch, isPlaceholderData } = query;
  const problem = error && asProblem(error);
  // Who may no longer read it does not go on seeing what was read before.
  if (problem && (!data || problem.status === 403))
    return (
      <ErrorPanel
        problem={problem}
        title={`We cannot show the ${many} at the moment.`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={skeletonRows} label={`Loading the ${many}`} />;
  const rows = data.pages.flatMap(rowsOf);
  if (rows.length === 0) return empty;
  return (
    <div className="stack" ref={list} aria-busy={isPlaceholderData || undefined}>
      {children(rows)}
      <ShowMore query={query} list={list} count={rows.length} end={end} />
    </div>
  );
}
