import type { ReactNode } from 'react';
import { EmptyState } from './states.tsx';

/** A list that loads as a whole: its rows, or an empty state. A list by page is a `PagedList`. */
export function List<Row>({
  rows,
  emptyTitle,
  emptyHint,
  children,
}: {
  rows: readonly Row[];
  emptyTitle: string;
  emptyHint: string;
  /** A row: an `li` with its key. */
  children: (row: Row) => ReactNode;
}) {
  if (rows.length === 0) return <EmptyState title={emptyTitle}>{emptyHint}</EmptyState>;
  return <ul className="rows">{rows.map((row) => children(row))}</ul>;
}
