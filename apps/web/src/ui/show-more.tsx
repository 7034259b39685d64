import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../lib/problem.ts';
import { ErrorPanel } from './states.tsx';

type Query = Pick<
  UseInfiniteQueryResult,
  'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>;

/**
 * The end of a growing list: a button for the next page, its error, or a note that this is all. After loading, the
 * focus moves into the first new row; rows are the elements with `data-row` in `list`, of which `count` are shown.
 */
export function ShowMore({
  query: { error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError },
  list,
  count,
  end,
}: {
  query: Query;
  list: RefObject<HTMLElement | null>;
  count: number;
  /** The note after the last row; without it there is none. */
  end?: string | undefined;
}) {
  const firstNew = useRef<number>(null);
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    const row = list.current?.querySelectorAll('[data-row]')[firstNew.current];
    row?.querySelector<HTMLElement>('a, button')?.focus();
    firstNew.current = null;
  }, [count, list]);
  const showMore = () => {
    // A second press would cancel the request and send it again.
    if (isFetchingNextPage) return;
    firstNew.current = count;
    void fetchNextPage();
  };
  if (isFetchNextPageError && error)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="The next ones cannot be shown at the moment."
        onRetry={showMore}
      />
    );
  if (!hasNextPage) return end && <p className="muted">{end}</p>;
  return (
    <div className="button-row">
      <Button variant="outline-primary" aria-busy={isFetchingNextPage || undefined} onClick={showMore}>
        {isFetchingNextPage ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
