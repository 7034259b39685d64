import { LinkedAccount, Member, type MemberUpdate } from '@kinfold/domain/member';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

const LinkedAccounts = z.array(LinkedAccount);

/** `GET /v2/members/{id}`. */
export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'member', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.member(memberId), Member, { signal }),
  });

/** Updates the address or phones of the signed-in member (`POST /api/v1/member`) and the cached member. */
export async function updateMember(
  client: QueryClient,
  memberId: string,
  change: MemberUpdate,
): Promise<Member> {
  const member = await http.post('/api/v1/member', { _id: memberId, ...change }, Member);
  client.setQueryData(memberQuery(memberId).queryKey, member);
  return member;
}

/** The accounts that a member may look at and pay for: `GET /v2/members/{id}/linked-members`. */
export const linkedAccountsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-accounts', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/linked-members`, LinkedAccounts, { signal }),
  });
