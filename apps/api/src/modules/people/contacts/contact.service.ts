/** Contacts of an organization: members of it, each with a title. */
import { isMinor, TOO_YOUNG } from '@kinfold/domain/coming-of-age';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { Contact, ContactForm } from '@kinfold/domain/organization';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import {
  findMember,
  fullName,
  tryLockMembers,
  requireMember,
  type MemberRecord,
} from '../members/member.service.ts';
import {
  findContactsOf,
  insertContact,
  readContacts,
  eraseContact,
  eraseContactsOf,
  type ContactRecord,
} from './contact.model.ts';
import { presentContact } from './contact.presenter.ts';
import {
  organizationPath,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';

export { findContactsOf } from './contact.model.ts';

/** An organization's contacts by name. */
export async function listContacts(organizationNumber: string): Promise<Contact[]> {
  return (await readContacts(organizationNumber)).map(presentContact);
}

/** The emails of an organization's contacts; where none has one, those of the nearest organization above with some. */
export async function nearestContactEmails(organizationNumber: string): Promise<string[]> {
  for (const number of (await organizationPath(organizationNumber)).toReversed()) {
    const emails = (await readContacts(number)).map(({ email }) => email?.trim() ?? '').filter(Boolean);
    if (emails.length) return emails;
  }
  return [];
}

/**
 * Makes a member a contact of their organization, with their present name, first phone and first email. Throws 404 for
 * people who are not members of it (that they are members elsewhere is private), 422 for somebody under 18, 409 when they
 * have died or have that title already.
 */
export async function addContact(
  {
    organizationNumber,
    organizationName,
  }: Pick<OrganizationRecord, 'organizationNumber' | 'organizationName'>,
  { member_id, title }: ContactForm,
  author: Author,
  now: Date,
  today = calendarDateOf(now, 'UTC'),
): Promise<Contact> {
  const found = await findMember(member_id);
  const none = () => notFound(`${organizationName} has no such member.`);
  if (!found) throw none();
  try {
    const contact = await inTransaction(async (session) => {
      if (!(await tryLockMembers([found._id], session))) throw none();
      const member = await requireMember(found._id, session);
      if (member.organizationNumber !== organizationNumber) throw none();
      if (member.deceasedDt) throw conflict('deceased', `${fullName(member)} has died.`);
      if (isMinor(member, today)) throw invalid([{ path: 'member_id', message: TOO_YOUNG }]);
      return storeContact(member, { organizationNumber, title }, author, now, session);
    });
    return presentContact(contact);
  } catch (error) {
    if (isDuplicateKey(error, 'contacts.member_title'))
      throw conflict('contact_exists', `${fullName(found)} is a contact with the title ${title} already.`);
    throw error;
  }
}

/** Removes a contact; the member stays. Throws 404 when the organization has no such contact, or no longer. */
export async function removeContact(
  organizationNumber: string,
  contactId: string,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    const contact = isObjectId(contactId)
      ? await eraseContact(organizationNumber, contactId, session)
      : undefined;
    if (!contact) throw notFound('There is no such contact.');
    await recordChanges([contactDeleted(contact)], author, now, session);
  });
}

/** Removes a deleted member as a contact of all organizations; returns the history entries. */
export async function removeContactsOf(memberId: string, session: Session): Promise<Change[]> {
  return (await eraseContactsOf(memberId, session)).map(contactDeleted);
}

const contactDeleted = (contact: ContactRecord): Change => ({
  ...aboutContact(contact),
  action: 'contact.deleted',
  changes: [{ field: 'title', from: contact.title, to: null }],
});

/** Gives somebody the offices as a contact again that a death took from them, which was a mistake. */
export async function restoreOffices(
  member: MemberRecord,
  offices: readonly Pick<ContactRecord, 'organizationNumber' | 'title'>[],
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const living = { ...member, deceasedDt: null };
  for (const office of offices) await storeContact(living, office, author, now, session);
}

/** Stores a member as a contact of an organization, with the entry in the history. */
async function storeContact(
  member: MemberRecord,
  { organizationNumber, title }: Pick<ContactRecord, 'organizationNumber' | 'title'>,
  author: Author,
  now: Date,
  session: Session,
): Promise<ContactRecord> {
  const contact = {
    ...{ _id: newId(), organizationNumber, member_id: member._id, title },
    ...contactCopies(member),
    ...{ createdBy: author.email, createdDt: now },
  };
  await insertContact(contact, session);
  const changes = [{ field: 'title', from: null, to: title }];
  await recordChanges([{ ...aboutContact(contact), action: 'contact.added', changes }], author, now, session);
  return contact;
}

/** The offices that `restoreOffices` gives again. */
export const officesOf = async (memberId: string, session?: Session) =>
  (await findContactsOf(memberId, session)).map(({ organizationNumber, title }) => ({
    organizationNumber,
    title,
  }));

const aboutContact = ({
  organizationNumber,
  member_id,
  name,
}: Pick<ContactRecord, 'organizationNumber' | 'member_id' | 'name'>) =>
  ({ organizationNumber, subject: { type: 'member', id: member_id, label: name } }) as const;

/** What a contact shows of its member: name, first phone and first email. */
export const contactCopies = ({ phones, emails, deceasedDt, ...name }: MemberRecord) => ({
  name: fullName(name),
  phone: phones[0]?.phoneNbr ?? null,
  // Nobody writes to people who have died.
  email: (deceasedDt === null && emails[0]?.email) || null,
});
