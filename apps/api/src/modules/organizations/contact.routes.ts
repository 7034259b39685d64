import * as z from 'zod/mini';
import { Contact, ContactForm } from '@kinfold/domain/organization';
import { actorOf, endpointFor, Reply } from '../../platform/endpoint.ts';
import { addContact, listContacts, removeContact } from './contact.service.ts';
import type { OrganizationGrant } from './organization.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

export const getContacts = ofOrganization({
  summary: 'The contacts of an organization, by name',
  reply: z.array(Contact),
  handle: ({ granted }) => listContacts(granted.organization.organizationNumber),
});

export const postContact = ofOrganization({
  summary: 'Make a member of an organization a contact of it',
  body: ContactForm,
  reply: Contact,
  async handle({ granted, body, now, ...context }) {
    const { email } = actorOf(context);
    return new Reply(201, await addContact(granted.organization, body, email, now));
  },
});

export const deleteContact = ofOrganization({
  summary: 'Delete a contact of an organization; the member stays',
  async handle({ granted, params }) {
    await removeContact(granted.organization.organizationNumber, params['contactId'] ?? '');
    return new Reply(204);
  },
});
