import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem, type Problem } from '../lib/problem.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { Callout } from './callout.tsx';
import { ErrorLine } from './error-line.tsx';
import { Icon } from './icon.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { ErrorPanel } from './states.tsx';

/** What is needed of a query that `useQuery` or `useInfiniteQuery` gives. */
type Query = {
  data: unknown;
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  /** The next page has failed, not what is shown: its button says so. */
  isFetchNextPageError?: boolean;
  refetch: () => Promise<unknown>;
};

type DataOf<Q> = Q extends { data: infer Data } ? Exclude<Data, undefined> : never;
type Answers<Q> = Q extends readonly Query[] ? { -readonly [I in keyof Q]: DataOf<Q[I]> } : DataOf<Q>;

/** For what a form asks before it is sent: a refusal of what was chosen is no fault of the server, and says it in a line. */
export const REFUSED = Object.fromEntries(
  [400, 404, 409, 422].map((status) => [status, ({ detail }: Problem) => <ErrorLine>{detail}</ErrorLine>]),
);

/**
 * What one query has answered, or several that are all needed; until then a placeholder, or the error with a retry
 * button, which stays while it is asked again (of a 403 that the permission is missing). After a failed refresh the old
 * answer stays, below a note that says so; that the device is offline is said once, by the page.
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
  /** What loads, in texts: 'the members'. */
  what: string;
  /** What failed, where it is not that `what` cannot be shown. */
  title?: string;
  /** The same after a failed refresh. */
  staleTitle?: string;
  /** What is not lost by the error, or what can be done without. */
  kept?: string;
  /** How many rows the placeholder has. */
  rows?: number;
  /** Another placeholder. */
  loading?: ReactNode;
  /** What is shown instead of the error of a status. */
  on?: Partial<Record<number, (problem: Problem) => ReactNode>>;
  /** Where placeholder and error stand, when it is not where the answer stands. */
  frame?: (state: ReactNode, problem?: Problem) => ReactNode;
  children: (data: Answers<Q>) => ReactNode;
}) {
  const queries: readonly Query[] = Array.isArray(query) ? query : [query as Query];
  const isOnline = useIsOnline();
  const [shown, setShown] = useState<Error>();
  const missing = queries.filter(({ data }) => data === undefined);
  // TanStack forgets the error of a query without data when it is asked again.
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
