import type { ReactNode } from 'react';
import FormSelect from 'react-bootstrap/FormSelect';
import type { ListQuery } from '../lib/use-list-query.ts';
import '../theme/select.scss';
import { Loaded } from './loaded.tsx';
import { Pager } from './pager.tsx';
import { EmptyState } from './states.tsx';

/**
 * A list by page (`useListQuery`): a placeholder while it loads, its rows with pager and page size, an empty state, or
 * an error with a retry button.
 */
export function PagedList<Answer extends { results: number; pages: number }, Row>({
  list: { query, page, sizes, show },
  rowsOf,
  one,
  many,
  what = `the ${many}`,
  skeletonRows,
  emptyTitle,
  emptyHint,
  children,
}: {
  list: ListQuery<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  /** The name of a row in texts: 'donation'. */
  one: string;
  many: string;
  /** The name of the data in texts; by default `the ${many}`. */
  what?: string;
  skeletonRows: number;
  emptyTitle: string;
  emptyHint: string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  return (
    <Loaded query={query} what={what} rows={skeletonRows}>
      {(data) => {
        const rows = rowsOf(data);
        return (
          <div className="stack" aria-busy={query.isPlaceholderData || undefined}>
            {rows.length > 0 ? (
              children(rows)
            ) : (
              <EmptyState title={emptyTitle}>
                {page.page_number > 1 ? `This page is past the last ${one}.` : emptyHint}
              </EmptyState>
            )}
            {data.results > Math.min(...sizes) && (
              <div className="d-flex flex-wrap align-items-center justify-content-between gap-1 column-gap-4">
                <Pager
                  current={page.page_number}
                  pages={data.pages}
                  label={many}
                  onPage={(page_number) => show({ page_number })}
                />
                {sizes.length > 1 && (
                  <label className="d-inline-flex align-items-center gap-2">
                    Per page{' '}
                    <FormSelect
                      className="w-auto"
                      value={page.page_size}
                      onChange={(event) => show({ page_size: Number(event.target.value) })}
                    >
                      {sizes.map((size) => (
                        <option key={size}>{size}</option>
                      ))}
                    </FormSelect>
                  </label>
                )}
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
