import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem, type Problem } from '../lib/problem.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { Callout } from './callout.tsx';
import { ErrorLine } from './error-line.tsx';
import { Icon } from './icon.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { ErrorPanel } from './states.tsx';

/** The part of a `useQuery` or `useInfiniteQuery` result that is used here. */
type Query = {
  data: unknown;
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  /** Only the next page has failed: its button shows the error. */
  isFetchNextPageError?: boolean;
  refetch: () => Promise<unknown>;
};

type DataOf<Q> = Q extends { data: infer Data } ? Exclude<Data, undefined> : never;
type Answers<Q> = Q extends readonly Query[] ? { -readonly [I in keyof Q]: DataOf<Q[I]> } : DataOf<Q>;

/** `on` for previews of a form: a refusal of the user's choice is not a server error, and is shown in one line. */
export const REFUSED = Object.fromEntries(
  [400, 404, 409, 422].map((status) => [status, ({ detail }: Problem) => <ErrorLine>{detail}</ErrorLine>]),
);

/**
 * Renders the data of one query, or of several that are all required; until then a placeholder, or the error with a
 * retry button, which stays during the retry (for a 403 the missing permission). After a failed refresh the old data
 * stays, below a note; the offline note is shown once, by the page.
 */
export function Loaded<const Q extends Query | readonly Query[]>({
  query,
  what,
  title = `We cannot show ${what} at the moment.`,
  staleTitle = 'What is shown may be out of date.',
  kept,
  rows,
  loading = <SkeletonRows rows={rows} label={`Loading ${what}`} />,
  on = {},
  frame = (state) => state,
  children,
}: {
  query: Q;
  /** The name of the data in texts: 'the members'. */
  what: string;
  /** The title of the error, instead of one about `what`. */
  title?: string;
  /** The title after a failed refresh. */
  staleTitle?: string;
  /** What is not lost by the error, or what still works without the data. */
  kept?: string;
  /** The number of rows of the placeholder. */
  rows?: number;
  /** A placeholder instead of rows. */
  loading?: ReactNode;
  /** Renders a replacement for the error, by status. */
  on?: Partial<Record<number, (problem: Problem) => ReactNode>>;
  /** Wraps placeholder and error, if they need another place than the data. */
  frame?: (state: ReactNode, problem?: Problem) => ReactNode;
  children: (data: Answers<Q>) => ReactNode;
}) {
  const queries: readonly Query[] = Array.isArray(query) ? query : [query as Query];
  const isOnline = useIsOnline();
  const [shown, setShown] = useState<Error>();
  const missing = queries.filter(({ data }) => data === undefined);
  // TanStack drops the error of a query without data on a refetch.
  const failed = missing.filter((one) => one.error ?? (shown && one.errorUpdateCount > 0));
  const error = failed.find((one) => one.error)?.error ?? (failed.length > 0 ? shown : undefined);
  if (error !== shown) setShown(error);
  const retry = (those: readonly Query[]) => () => {
    for (const one of those) void one.refetch();
  };
  if (error) {
    const problem = asProblem(error);
    const other = on[problem.status];
    return frame(
      other ? (
        other(problem)
      ) : (
        <ErrorPanel
          problem={problem}
          title={title}
          kept={kept}
          isBusy={failed.some((one) => one.isFetching)}
          onRetry={retry(failed)}
        />
      ),
      problem,
    );
  }
  if (missing.length > 0) return frame(loading);
  const stale = queries.filter((one) => one.error && !one.isFetchNextPageError && isOnline);
  const data = Array.isArray(query) ? queries.map((one) => one.data) : queries[0]?.data;
  return (
    <>
      {stale[0]?.error && (
        <Callout tone="warn" title={staleTitle} role="alert">
          <p>{asProblem(stale[0].error).detail}</p>
          <Button variant="link" onClick={retry(stale)}>
            <Icon name="refresh" /> Try again
          </Button>
        </Callout>
      )}
      {children(data as Answers<Q>)}
    </>
  );
}
