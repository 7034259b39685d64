/** What changes organizations and their groups. */
import { Group, Organization, type OrganizationPost } from '@kinfold/domain/organization';
import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from './changed-meanwhile.ts';
import { groupsQuery, organizationQuery } from './organizations.ts';

/** What a 409 `changed_meanwhile` says of an organization; undefined for any other error. */
export const organizationConflict = (error: unknown): ChangedMeanwhile<Organization> | undefined =>
  changedMeanwhileOf(Organization, error);

/**
 * Makes an organization, changes one or moves it in the tree: `POST /api/v1/organization`. Throws the Problem
 * `changed_meanwhile` where somebody changed it since `version`.
 */
export async function saveOrganization(
  client: QueryClient,
  change: z.input<typeof OrganizationPost>,
): Promise<Organization> {
  try {
    const saved = await http.post('/api/v1/organization', change, Organization);
    client.setQueryData(organizationQuery(saved.organizationNumber).queryKey, saved);
    return saved;
  } catch (error) {
    const current = organizationConflict(error)?.current;
    if (current) client.setQueryData(organizationQuery(current.organizationNumber).queryKey, current);
    throw error;
  } finally {
    refreshTree(client);
  }
}

/** Removes an organization in which nothing is left: `DELETE /api/v1/organization/{n}`. */
export async function removeOrganization(client: QueryClient, organizationNumber: string): Promise<void> {
  await http.delete(urlPath`/api/v1/organization/${organizationNumber}`);
  refreshTree(client, organizationNumber);
}

/** Levels, searches and the ways up show names, counts and places; what is `gone` is not asked for. */
function refreshTree(client: QueryClient, gone?: string): void {
  void client.invalidateQueries({ queryKey: ['organizations'] });
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] === 'above' && queryKey[1] !== gone,
  });
}

/** Adds a group to an organization: `POST /api/v1/organization/{n}/groups`. */
export async function addGroup(
  client: QueryClient,
  organizationNumber: string,
  groupName: string,
): Promise<Group> {
  try {
    return await http.post(urlPath`/api/v1/organization/${organizationNumber}/groups`, { groupName }, Group);
  } finally {
    await refreshGroups(client, organizationNumber);
  }
}

/** Deletes a group of an organization: `DELETE /api/v1/organization/{n}/groups/{groupId}`. */
export async function deleteGroup(
  client: QueryClient,
  organizationNumber: string,
  groupId: string,
): Promise<void> {
  try {
    await http.delete(urlPath`/api/v1/organization/${organizationNumber}/groups/${groupId}`);
  } finally {
    await refreshGroups(client, organizationNumber);
  }
}

/** Loads the groups and their count, also after an error: the server may have made the change. */
async function refreshGroups(client: QueryClient, organizationNumber: string): Promise<void> {
  void client.invalidateQueries({ queryKey: organizationQuery(organizationNumber).queryKey, exact: true });
  void client.invalidateQueries({ queryKey: ['organizations'] });
  await client.invalidateQueries({ queryKey: groupsQuery(organizationNumber).queryKey });
}
