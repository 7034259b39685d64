import { LinkedAccount, Member } from '@kinfold/domain/member';
import type { MemberUpdate } from '@kinfold/domain/member-edit';
import { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { MemberPage } from '@kinfold/domain/member-list';
import type { Page } from '@kinfold/domain/pagination';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from './changed-meanwhile.ts';
import { MEMBER_DATA } from './member-data.ts';

const LinkedAccounts = z.array(LinkedAccount);

/** `GET /v2/members/{id}`. */
export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'member', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.member(memberId), Member, { signal }),
  });

/** What 409 `changed_meanwhile` says: the member as they are now, and who changed them last. */
export type MemberConflict = ChangedMeanwhile<Member>;

/** What a 409 `changed_meanwhile` says of a member; undefined for any other error. */
export const memberConflict = (error: unknown): MemberConflict | undefined =>
  changedMeanwhileOf(Member, error);

/**
 * Updates the address or phones of the signed-in member (`POST /api/v1/member`) and the cached member; `read` is the
 * member as the form showed them. Where somebody changed another part of them meanwhile, the update is sent again for the
 * member as they are now; where it is the same part, throws the Problem `changed_meanwhile`.
 */
export async function updateMember(
  client: QueryClient,
  read: Member,
  parts: Omit<MemberUpdate, 'version'>,
): Promise<Member> {
  const { queryKey } = memberQuery(read._id);
  try {
    const body = { _id: read._id, version: read.version, ...parts };
    return await change(client, () => http.post('/api/v1/member', body, Member), {
      keep: (member) => client.setQueryData(queryKey, member),
    });
  } catch (error) {
    const current = memberConflict(error)?.current;
    if (!current) throw error;
    client.setQueryData(queryKey, current);
    if (isSame(read, current, parts)) return updateMember(client, current, parts);
    throw error;
  }
}

/** Whether what a change is about is the same in two states of a member. */
function isSame(one: Member, other: Member, parts: Omit<MemberUpdate, 'version'>): boolean {
  const partOf = ({ address, phones, preferredWay, unsubscribedDt }: Member) =>
    JSON.stringify([
      typeof parts.preferredWay === 'string' && preferredWay,
      typeof parts.getsReminders === 'boolean' && unsubscribedDt,
      parts.address && address && { ...address, modifiedDt: null },
      parts.phones && phones.map(({ phoneNbr }) => phoneNbr),
    ]);
  return partOf(one) === partOf(other);
}

/** The accounts that a member may look at and pay for: `GET /v2/members/{id}/linked-members`. */
export const linkedAccountsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-accounts', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.linkedAccounts(memberId), LinkedAccounts, { signal }),
  });

const LikelyDuplicates = z.array(LikelyDuplicate);
type Person = { firstNm: string; lastNm: string; birthDt: string; phone: string; except?: string };

/** Members who are likely to be the same person: `GET /v2/organizations/{n}/members/duplicates`. */
export const likelyDuplicatesQuery = (organizationNumber: string, person: Person) =>
  queryOptions({
    queryKey: ['likely-duplicates', organizationNumber, person],
    queryFn: ({ signal }) =>
      http.get(
        `${urlPath`/v2/organizations/${organizationNumber}/members/duplicates`}?${new URLSearchParams(person)}`,
        LikelyDuplicates,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Makes a member, or changes the one of `_id`: `POST /v2/members`. */
export function postMember(client: QueryClient, body: object): Promise<Member> {
  return change(client, () => http.post('/v2/members', body, Member), {
    keep: (member) => client.setQueryData(memberQuery(member._id).queryKey, member),
  });
}

/** Deletes a member on whom nothing hangs: `DELETE /api/v1/member/{id}`. */
export async function deleteMember(client: QueryClient, memberId: string): Promise<void> {
  await change(client, () => http.delete(urlPath`/api/v1/member/${memberId}`), { isLeft: true });
}

/** The filters of the list of members, as they stand in an address. */
export type MemberListFilters = Partial<
  Record<
    'organization_number' | 'active' | 'covered' | 'owes' | 'without_contact' | 'bounced' | 'searchTerm',
    string
  >
>;

/** The filters with the order (`sort`) and, for a file, the ids of those who were chosen. */
export type MemberListAsked = MemberListFilters & { sort?: string; ids?: string };

const listParameters = (filters: MemberListAsked, more: Record<string, string> = {}) =>
  new URLSearchParams(Object.entries({ ...filters, ...more }).filter(([, value]) => value)).toString();

/** A page of the members of one's organizations: `GET /v2/members`. */
export const memberPageQuery = (filters: MemberListAsked, page: Page) =>
  queryOptions({
    queryKey: ['members', filters, page],
    queryFn: ({ signal }) => {
      const pageParameters = { page_number: String(page.page_number), page_size: String(page.page_size) };
      return http.get(`/v2/members?${listParameters(filters, pageParameters)}`, MemberPage, { signal });
    },
  });

/** Where the file of the same members is: `GET /v2/members.csv`. */
export const membersCsvPath = (filters: MemberListAsked) => `/v2/members.csv?${listParameters(filters)}`;
