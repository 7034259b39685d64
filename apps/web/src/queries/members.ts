import { LinkedAccount, Member, type FoundMember } from '@kinfold/domain/member';
import type { MemberUpdate } from '@kinfold/domain/member-edit';
import { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { MemberPage } from '@kinfold/domain/member-list';
import type { Page } from '@kinfold/domain/pagination';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { asProblem } from '../lib/problem.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from '../lib/changed-meanwhile.ts';
import { MEMBER_DATA } from './member-data.ts';

const LinkedAccounts = z.array(LinkedAccount);

/** `GET /v2/members/{id}`. */
export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'member', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.member(memberId), Member, { signal }),
  });

/** The member with an id as a search result: one, or none if there is no such member. */
export const memberOfIdQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['member-search', 'id', memberId],
    queryFn: async ({ signal }): Promise<FoundMember[]> => {
      try {
        const { _id: id, ...member } = await http.get(prefetchedPaths.member(memberId), Member, { signal });
        const { firstNm, lastNm, birthDt, isActive, deceasedDt } = member;
        const found = { id, firstNm, lastNm, birthDt };
        return [{ ...found, ...(isActive === false && { isActive }), ...(deceasedDt && { deceasedDt }) }];
      } catch (error) {
        if (asProblem(error).status === 404) return [];
        throw error;
      }
    },
    retry: false,
  });

/** Parses a 409 `changed_meanwhile` of a member; undefined for any other error. */
export const memberConflict = (error: unknown): ChangedMeanwhile<Member> | undefined =>
  changedMeanwhileOf(Member, error);

/**
 * Updates the address or phones of the signed-in member (`POST /api/v1/member`) and the cached member. Throws the
 * Problem `changed_meanwhile` if they were changed since `version`.
 */
export async function saveOwnParts(
  client: QueryClient,
  body: MemberUpdate & { _id: string },
): Promise<Member> {
  const { queryKey } = memberQuery(body._id);
  try {
    return await change(client, () => http.post('/api/v1/member', body, Member), {
      keep: (member) => client.setQueryData(queryKey, member),
    });
  } catch (error) {
    const current = memberConflict(error)?.current;
    if (current) client.setQueryData(queryKey, current);
    throw error;
  }
}

/**
 * Like `saveOwnParts`, without a form: `read` is the member as shown. If another part of the member was changed
 * meanwhile, the update is sent again for the current version.
 */
export async function updateMember(
  client: QueryClient,
  read: Member,
  parts: Omit<MemberUpdate, 'version'>,
): Promise<Member> {
  try {
    return await saveOwnParts(client, { _id: read._id, version: read.version, ...parts });
  } catch (error) {
    const current = memberConflict(error)?.current;
    if (current && isSame(read, current, parts)) return updateMember(client, current, parts);
    throw error;
  }
}

/** Returns whether the parts of an update are equal in two states of a member. */
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

/** The accounts that a member may see and pay for: `GET /v2/members/{id}/linked-members`. */
export const linkedAccountsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-accounts', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.linkedAccounts(memberId), LinkedAccounts, { signal }),
  });

const LikelyDuplicates = z.array(LikelyDuplicate);
type Person = { firstNm: string; lastNm: string; birthDt: string; phone: string; except?: string };

/** Members who are probably the same person: `GET /v2/organizations/{n}/members/duplicates`. */
export const likelyDuplicatesQuery = (organizationNumber: string, person: Person) =>
  queryOptions({
    queryKey: ['likely-duplicates', organizationNumber, person],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/members/duplicates`, person),
        LikelyDuplicates,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Creates a member, or changes the one with `_id`: `POST /v2/members`. */
export function postMember(client: QueryClient, body: object): Promise<Member> {
  return change(client, () => http.post('/v2/members', body, Member), {
    keep: (member) => client.setQueryData(memberQuery(member._id).queryKey, member),
  });
}

/** Deletes a member to whom no records refer: `DELETE /api/v1/member/{id}`. */
export async function deleteMember(client: QueryClient, memberId: string): Promise<void> {
  await change(client, () => http.delete(urlPath`/api/v1/member/${memberId}`), { isLeft: true });
}

/** The filters of the list of members, as in an address. */
export type MemberListFilters = Partial<
  Record<
    | 'organization_number'
    | 'active'
    | 'covered'
    | 'owes'
    | 'without_contact'
    | 'bounced'
    | 'birthDt'
    | 'changed'
    | 'searchTerm',
    string
  >
>;

/** The filters with the order (`sort`) and, for a file, the ids of the selected members. */
export type MemberListAsked = MemberListFilters & { sort?: string; ids?: string };

/** A page of the members of the user's organizations: `GET /v2/members`. */
export const memberPageQuery = (filters: MemberListAsked, page: Page) =>
  queryOptions({
    queryKey: ['members', filters, page],
    queryFn: ({ signal }) =>
      http.get(withQuery('/v2/members', { ...filters, ...page }), MemberPage, { signal }),
  });

/** The path of the same members as a file: `GET /v2/members.csv`. */
export const membersCsvPath = (filters: MemberListAsked) => withQuery('/v2/members.csv', filters);
