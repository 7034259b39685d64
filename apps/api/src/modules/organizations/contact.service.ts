/** Whom to ask at an organization: members of it, each with a title. */
import type { Contact, ContactForm } from '@kinfold/domain/organization';
import { isDuplicateKey, isObjectId } from '../../platform/database.ts';
import { newId } from '../../platform/documents.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { findMember } from '../members/member.service.ts';
import { insertContact, readContacts, eraseContact, setContactPhone } from './contact.model.ts';
import { presentContact } from './contact.presenter.ts';
import { organizationPath, type OrganizationRecord } from './organization.service.ts';

/** An organization's contacts by name. */
export async function listContacts(organizationNumber: string): Promise<Contact[]> {
  return (await readContacts(organizationNumber)).map(presentContact);
}

/** The e-mails of an organization's contacts; where none has one, those of the nearest above it where some have. */
export async function nearestContactEmails(organizationNumber: string): Promise<string[]> {
  for (const number of (await organizationPath(organizationNumber)).toReversed()) {
    const emails = (await readContacts(number)).map(({ email }) => email?.trim() ?? '').filter(Boolean);
    if (emails.length) return emails;
  }
  return [];
}

/**
 * Makes a member a contact of their organization, with their name, first phone and first e-mail as they are. Throws
 * 404 for whoever is no member of it (that they are one elsewhere is private), 409 when they have that title already.
 */
export async function addContact(
  {
    organizationNumber,
    organizationName,
  }: Pick<OrganizationRecord, 'organizationNumber' | 'organizationName'>,
  { member_id, title }: ContactForm,
  by: string,
  now: Date,
): Promise<Contact> {
  const member = await findMember(member_id);
  if (member?.organizationNumber !== organizationNumber)
    throw notFound(`${organizationName} has no such member.`);
  const contact = {
    _id: newId(),
    organizationNumber,
    member_id: member._id,
    name: `${member.firstNm} ${member.lastNm}`,
    title,
    phone: member.phones[0]?.phoneNbr ?? null,
    email: member.emails[0]?.email ?? null,
    createdBy: by,
    createdDt: now,
  };
  try {
    await insertContact(contact);
  } catch (error) {
    if (isDuplicateKey(error))
      throw conflict('contact_exists', `${contact.name} is a contact with the title ${title} already.`);
    throw error;
  }
  return presentContact(contact);
}

/** Removes a contact; the member stays. Throws 404 when the organization has no such contact, or no longer. */
export async function removeContact(organizationNumber: string, contactId: string): Promise<void> {
  if (!isObjectId(contactId) || !(await eraseContact(organizationNumber, contactId)))
    throw notFound('There is no such contact.');
}

/** Copies a member's phone to wherever they are a contact. */
export async function copyPhoneToContacts(memberId: string, phoneNbr: string | null): Promise<void> {
  await setContactPhone(memberId, phoneNbr);
}
