import { FoundMember } from '@kinfold/domain/member';
import { Contact, Organization, OrganizationRow, type ContactForm } from '@kinfold/domain/organization';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

const FoundMembers = z.array(FoundMember);
const OrganizationRows = z.array(OrganizationRow);

/** The organizations that staff may look at, with their parents, by name: `GET /v2/organizations`. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => http.get('/v2/organizations', OrganizationRows, { signal }),
});

/** An organization: `GET /v2/organizations/{n}`. */
export const organizationQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}`, Organization, { signal }),
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
        urlPath`/v2/organizations/${organizationNumber}/members/search?search_term=${term}`,
        FoundMembers,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Updates the cached contacts at once; `refreshContacts` then loads the changes of others. */
function changeContacts(client: QueryClient, change: (contacts: Contact[]) => Contact[]): void {
  client.setQueryData(
    myOrganizationQuery.queryKey,
    (shown) => shown && { ...shown, contacts: change(shown.contacts) },
  );
}

/** Refetches the contacts, also after an error: the server may have made the change. */
function refreshContacts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: myOrganizationQuery.queryKey });
}

/** Adds a member as a contact: `POST /v2/organizations/{n}/contacts`. */
export async function addContact(
  client: QueryClient,
  organizationNumber: string,
  form: Pick<Contact, keyof ContactForm>,
): Promise<Contact> {
  const { member_id, title } = form;
  const path = urlPath`/v2/organizations/${organizationNumber}/contacts`;
  try {
    const added = await http.post(path, { member_id, title }, Contact);
    changeContacts(client, (contacts) => [...contacts.filter(({ _id }) => _id !== added._id), added]);
    return added;
  } finally {
    refreshContacts(client);
  }
}

/** Deletes a contact (not the member): `DELETE /v2/organizations/{n}/contacts/{contactId}`. */
export async function deleteContact(
  client: QueryClient,
  organizationNumber: string,
  contactId: string,
): Promise<void> {
  try {
    await http.delete(urlPath`/v2/organizations/${organizationNumber}/contacts/${contactId}`);
    changeContacts(client, (contacts) => contacts.filter(({ _id }) => _id !== contactId));
  } finally {
    refreshContacts(client);
  }
}
