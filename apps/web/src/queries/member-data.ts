import type { QueryClient } from '@tanstack/react-query';

/** The first part of the key of everything that a payment, or joining a campaign, may change. */
export const MEMBER_DATA = 'member-data';

/** Asks again for all of it. */
export function invalidateMemberData(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [MEMBER_DATA] });
}
