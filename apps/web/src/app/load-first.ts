import type { QueryClient } from '@tanstack/react-query';
import { session } from '../lib/session.ts';
import { queryClientOf } from '../queries/query-client.ts';

/** The longest that a first render waits for its answers, in ms: usually they were prefetched (`lib/prefetch.ts`). */
const WAIT_MS = 50;

/** Loads the first answers of a member page before it renders: rendering twice takes long on a slow phone. */
export async function loadFirst(
  load: (client: QueryClient, memberId: string) => readonly Promise<void>[],
): Promise<null> {
  const current = session.current();
  if (!current?.memberId) return null;
  const answers = load(queryClientOf(current.email), current.memberId);
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return null;
}
