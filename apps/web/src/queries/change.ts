/** The one rule for stale data after a change: everything is stale, and visible data is refetched. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { asProblem } from '../lib/problem.ts';

/** `meta` of a query that previews a change: it is not refetched once the change is made. */
export const PREVIEW = { isPreview: true };

/** The statuses of an invalid request, which leaves no other data stale. */
const FAULTY = [400, 413, 422, 429];

/**
 * Makes everything stale and refetches visible data, for example after a job has ended; the old data stays until then.
 */
export async function refreshAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries();
}

type After<T> = {
  /** Writes the answer to the cache, so that its query is not refetched. */
  keep?: (answer: T) => void;
  /** True if the page is left because its record is gone: nothing is refetched before the next page. */
  isLeft?: boolean;
};

/**
 * Sends a change and refetches visible data: after success, and after a failure if the server may have made the change
 * or another user was faster.
 */
export async function change<T>(
  client: QueryClient,
  send: () => Promise<T>,
  { keep, isLeft = false }: After<T> = {},
): Promise<T> {
  try {
    const answer = await send();
    await client.invalidateQueries({ refetchType: 'none' });
    keep?.(answer);
    const isAsked = ({ state, meta }: Query) =>
      !isLeft && state.isInvalidated && meta?.['isPreview'] !== true;
    await client.refetchQueries({ type: 'active', predicate: isAsked });
    return answer;
  } catch (error) {
    if (!FAULTY.includes(asProblem(error).status)) await refreshAll(client);
    throw error;
  }
}
