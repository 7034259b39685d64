/** What changes organizations and their groups, and who is in these. */
import { MemberRow } from '@kinfold/domain/member-list';
import { Group, Organization, type OrganizationPost } from '@kinfold/domain/organization';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from '../lib/changed-meanwhile.ts';
import { organizationQuery } from './organizations.ts';

/** Parses a 409 `changed_meanwhile` of an organization; undefined for any other error. */
const organizationConflict = (error: unknown): ChangedMeanwhile<Organization> | undefined =>
  changedMeanwhileOf(Organization, error);

/**
 * Creates an organization, changes it or moves it in the tree: `POST /api/v1/organization`. Throws the Problem
 * `changed_meanwhile` if it was changed since `version`.
 */
export async function saveOrganization(
  client: QueryClient,
  body: z.input<typeof OrganizationPost>,
): Promise<Organization> {
  try {
    return await change(client, () => http.post('/api/v1/organization', body, Organization), {
      keep: (saved) => client.setQueryData(organizationQuery(saved.organizationNumber).queryKey, saved),
    });
  } catch (error) {
    const current = organizationConflict(error)?.current;
    if (current) client.setQueryData(organizationQuery(current.organizationNumber).queryKey, current);
    throw error;
  }
}

/** Removes an empty organization: `DELETE /api/v1/organization/{n}`. */
export async function removeOrganization(client: QueryClient, organizationNumber: string): Promise<void> {
  await change(client, () => http.delete(urlPath`/api/v1/organization/${organizationNumber}`), {
    isLeft: true,
  });
}

/** Adds a group to an organization: `POST /api/v1/organization/{n}/groups`. */
export function addGroup(client: QueryClient, organizationNumber: string, groupName: string): Promise<Group> {
  const path = urlPath`/api/v1/organization/${organizationNumber}/groups`;
  return change(client, () => http.post(path, { groupName }, Group));
}

/** Deletes a group of an organization: `DELETE /api/v1/organization/{n}/groups/{groupId}`. */
export async function deleteGroup(
  client: QueryClient,
  organizationNumber: string,
  groupId: string,
): Promise<void> {
  const path = urlPath`/api/v1/organization/${organizationNumber}/groups/${groupId}`;
  await change(client, () => http.delete(path));
}

/** A group of an organization. */
type GroupKey = { organizationNumber: string; groupId: string };

const GroupPeople = z.array(MemberRow);
const peoplePath = ({ organizationNumber, groupId }: GroupKey) =>
  urlPath`/v2/organizations/${organizationNumber}/groups/${groupId}/members`;

/** Who is in a group, by name: `GET /v2/organizations/{n}/groups/{groupId}/members`. */
export const groupPeopleQuery = (key: GroupKey) =>
  queryOptions({
    queryKey: ['organization', key.organizationNumber, 'groups', key.groupId],
    queryFn: ({ signal }) => http.get(peoplePath(key), GroupPeople, { signal }),
  });

/** Where the file of the mail addresses of a group is. */
export const groupFilePath = (key: GroupKey) => `${peoplePath(key)}.csv`;

/** Puts members into a group: `POST .../groups/{groupId}/members`. */
export function addToGroup(client: QueryClient, key: GroupKey, memberIds: readonly string[]) {
  return change(client, () => http.post(peoplePath(key), { member_ids: memberIds }, GroupPeople));
}

/** Takes a member out of a group: `DELETE .../groups/{groupId}/members/{id}`. */
export async function removeFromGroup(client: QueryClient, key: GroupKey, memberId: string): Promise<void> {
  await change(client, () => http.delete(`${peoplePath(key)}${urlPath`/${memberId}`}`));
}
