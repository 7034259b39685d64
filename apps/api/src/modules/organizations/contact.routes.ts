import * as z from 'zod/mini';
import { Contact, ContactForm } from '@kinfold/domain/organization';
import { actorOf, endpoint, Reply } from '../../platform/endpoint.ts';
import { addContact, listContacts, removeContact } from './contact.service.ts';

export const getContacts = endpoint({
  summary: 'The contacts of an organization, by name',
  reply: z.array(Contact),
  handle: ({ params }) => listContacts(params['organizationNumber'] ?? ''),
});

export const postContact = endpoint({
  summary: 'Make a member of an organization a contact of it',
  body: ContactForm,
  reply: Contact,
  async handle({ params, body, now, ...context }) {
    const { email } = actorOf(context);
    return new Reply(201, await addContact(params['organizationNumber'] ?? '', body, email, now));
  },
});

export const deleteContact = endpoint({
  summary: 'Delete a contact of an organization; the member stays',
  async handle({ params }) {
    await removeContact(params['organizationNumber'] ?? '', params['contactId'] ?? '');
    return new Reply(204);
  },
});
