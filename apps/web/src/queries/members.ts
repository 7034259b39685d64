import { LinkedAccount, Member, type MemberUpdate } from '@kinfold/domain/member';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { Problem } from '../lib/problem.ts';
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

/** What 409 `changed_meanwhile` says: the member as they are now, and who changed them last. */
export type ChangedMeanwhile = { current: Member; by: string | undefined; at: Date | undefined };

/** What a 409 `changed_meanwhile` says of a member; undefined for any other error. */
export function changedMeanwhile(error: unknown): ChangedMeanwhile | undefined {
  if (!(error instanceof Problem) || error.code !== 'changed_meanwhile') return undefined;
  const current = z.safeParse(Member, error.current);
  if (!current.success) return undefined;
  const { by, at } = error.changed ?? {};
  return { current: current.data, by, at: at === undefined ? undefined : new Date(at) };
}

/**
 * Updates the address or phones of the signed-in member (`POST /api/v1/member`) and the cached member; `read` is the
 * member as the form showed them. Where somebody changed another part of them meanwhile, the update is sent again for the
 * member as they are now; where it is the same part, throws the Problem `changed_meanwhile`.
 */
export async function updateMember(
  client: QueryClient,
  read: Member,
  change: Omit<MemberUpdate, 'version'>,
): Promise<Member> {
  const { queryKey } = memberQuery(read._id);
  try {
    const body = { _id: read._id, version: read.version, ...change };
    const member = await http.post('/api/v1/member', body, Member);
    client.setQueryData(queryKey, member);
    return member;
  } catch (error) {
    const current = changedMeanwhile(error)?.current;
    if (!current) throw error;
    client.setQueryData(queryKey, current);
    if (isSame(read, current, change)) return updateMember(client, current, change);
    throw error;
  }
}

/** Whether what a change is about is the same in two states of a member. */
function isSame(one: Member, other: Member, change: Omit<MemberUpdate, 'version'>): boolean {
  const partOf = ({ address, phones }: Member) =>
    JSON.stringify([
      change.address && address && [address.streetAddress, address.cityNm, address.stateCd, address.postalCd],
      change.phones && phones.map(({ phoneNbr }) => phoneNbr),
    ]);
  return partOf(one) === partOf(other);
}

/** The accounts that a member may look at and pay for: `GET /v2/members/{id}/linked-members`. */
export const linkedAccountsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-accounts', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/linked-members`, LinkedAccounts, { signal }),
  });
