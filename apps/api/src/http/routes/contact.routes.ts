import * as z from 'zod/mini';
import { Contact, ContactForm } from '@kinfold/domain/organization';
import { endpointFor, Reply } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import { addContact, listContacts, removeContact } from '../../modules/people/contacts/contact.service.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';

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
  async handle(context) {
    const { granted, body, now } = context;
    return new Reply(
      201,
      await addContact(granted.organization, body, await authorOf(context), now, context.today),
    );
  },
});

export const deleteContact = ofOrganization({
  summary: 'Delete a contact of an organization; the member stays',
  async handle(context) {
    const { granted, params, now } = context;
    const { organizationNumber } = granted.organization;
    await removeContact(organizationNumber, params['contactId'] ?? '', await authorOf(context), now);
    return new Reply(204);
  },
});
