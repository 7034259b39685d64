import type { QueryClient } from '@tanstack/react-query';

/** First part of the key of every query whose answer a payment or joining a campaign may change. */
export const MEMBER_DATA = 'member-data';

/** Refetches all of them. */
export function invalidateMemberData(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [MEMBER_DATA] });
}
