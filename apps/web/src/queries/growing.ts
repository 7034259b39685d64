import type * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { withQuery } from '../lib/url-path.ts';

/** Query options of a list that loads more by `cursor`; `GrowingList` shows it. */
export const growing = <Answer extends { next: string | null }>(
  path: string,
  schema: z.core.$ZodType<Answer>,
  query: Parameters<typeof withQuery>[1] = {},
) => ({
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    http.get(withQuery(path, { ...query, cursor: pageParam }), schema, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }: Answer) => next,
});
