import { Campaign } from '@kinfold/domain/campaign';
import { FoundMember } from '@kinfold/domain/member';
import {
  Contact,
  FoundOrganization,
  Group,
  Organization,
  OrganizationChoice,
  OrganizationRow,
  type ContactForm,
} from '@kinfold/domain/organization';
import type { MemberOrder } from '@kinfold/domain/member-list';
import { OrganizationMembers } from '@kinfold/domain/organization-member';
import type { Page } from '@kinfold/domain/pagination';
import { ROOT } from '@kinfold/domain/permission';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

const FoundMembers = z.array(FoundMember);
const OrganizationRows = z.array(OrganizationRow);
const FoundOrganizations = z.array(FoundOrganization);
const OrganizationChoices = z.array(OrganizationChoice);
const Campaigns = z.array(Campaign);
const Groups = z.array(Group);

/** The organizations that staff may see, with their parents, by name: `GET /v2/organizations`. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => http.get('/v2/organizations', OrganizationRows, { signal }),
});

/** A level of the tree: `GET /v2/organizations?parent=`, without a parent the highest that staff may see. */
export const levelQuery = (parent: string | null) =>
  queryOptions({
    queryKey: ['organizations', 'level', parent],
    queryFn: ({ signal }) =>
      http.get(withQuery('/v2/organizations', { parent: parent ?? ROOT }), OrganizationRows, { signal }),
  });

/** Organizations by words of their name: `GET /v2/organizations?search_term=`, from 2 letters. */
export const organizationSearchQuery = (term: string) =>
  queryOptions({
    queryKey: ['organizations', 'search', term],
    queryFn: ({ signal }) =>
      http.get(withQuery('/v2/organizations', { search_term: term }), FoundOrganizations, { signal }),
    placeholderData: keepPreviousData,
  });

/** An organization with its contacts: `GET /v2/organizations/{n}`. */
export const organizationQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}`, Organization, { signal }),
  });

/** The organizations above another one that staff may see, highest first: `GET /v2/organizations/{n}/above`. */
export const aboveQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber, 'above'],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/above`, OrganizationChoices, { signal }),
  });

/** The campaigns of an organization, and those in which it participates: `GET /api/v1/organization/{n}/campaigns`. */
export const organizationCampaignsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber, 'campaigns'],
    queryFn: ({ signal }) =>
      http.get(urlPath`/api/v1/organization/${organizationNumber}/campaigns`, Campaigns, { signal }),
  });

/** The groups of an organization, by name: `GET /api/v1/organization/{n}/groups`. */
export const groupsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber, 'groups'],
    queryFn: ({ signal }) =>
      http.get(urlPath`/api/v1/organization/${organizationNumber}/groups`, Groups, { signal }),
  });

/** A page of the members of an organization: `GET /api/v1/organization/{n}/members/page/{p}/size/{s}?searchTerm=`. */
export const organizationMembersQuery = (
  organizationNumber: string,
  { searchTerm, sort }: { searchTerm: string; sort: MemberOrder },
  { page_number, page_size }: Page,
) =>
  queryOptions({
    queryKey: ['organization', organizationNumber, 'members', searchTerm, sort, page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(
        // The server's default order is by name.
        withQuery(
          urlPath`/api/v1/organization/${organizationNumber}/members/page/${page_number}/size/${page_size}`,
          { searchTerm, sort: sort === 'name' ? undefined : sort },
        ),
        OrganizationMembers,
        { signal },
      ),
  });

/** The organization of the signed-in user: `GET /v2/my/organization`. */
export const myOrganizationQuery = queryOptions({
  queryKey: ['my-organization'],
  queryFn: ({ signal }) => http.get('/v2/my/organization', Organization, { signal }),
});

/** Members of an organization by search term: `GET /v2/organizations/{n}/members/search?search_term=`. */
export const memberSearchQuery = (organizationNumber: string, term: string) =>
  queryOptions({
    queryKey: ['member-search', organizationNumber, term],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/members/search`, { search_term: term }),
        FoundMembers,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Adds a member as a contact: `POST /v2/organizations/{n}/contacts`. */
export function addContact(
  client: QueryClient,
  organizationNumber: string,
  form: Pick<Contact, keyof ContactForm>,
): Promise<Contact> {
  const { member_id, title } = form;
  const path = urlPath`/v2/organizations/${organizationNumber}/contacts`;
  return change(client, () => http.post(path, { member_id, title }, Contact));
}

/** Deletes a contact (not the member): `DELETE /v2/organizations/{n}/contacts/{contactId}`. */
export async function deleteContact(
  client: QueryClient,
  organizationNumber: string,
  contactId: string,
): Promise<void> {
  const path = urlPath`/v2/organizations/${organizationNumber}/contacts/${contactId}`;
  await change(client, () => http.delete(path));
}
