/** The one rule of what is out of date after a change: everything, and what is on the screen is asked for again. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { asProblem } from '../lib/problem.ts';

/** `meta` of a query that says what a change would do: it is not asked again once the change is made. */
export const PREVIEW = { isPreview: true };

/** The statuses of a request that is refused for what it says: nothing else can be out of date by it. */
const FAULTY = [400, 413, 422, 429];

/** Makes everything stale and asks for what is on the screen again, as when a job has ended; the old stays until then. */
export async function refreshAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries();
}

type After<T> = {
  /** Puts what the answer says of something into the cache: that is not asked for again. */
  keep?: (answer: T) => void;
  /** The page is left, because what it shows is gone: nothing is asked until the next one. */
  isLeft?: boolean;
};

/**
 * Sends a change, and has everything asked for again: after a change that worked, and after one that the server may have
 * made or that somebody else was faster with.
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
