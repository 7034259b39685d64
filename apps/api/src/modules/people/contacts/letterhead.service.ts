/** The letterhead of an organization's letters and statements, so that who holds one knows whom to ask. */
import { addressLines } from '@kinfold/domain/any-address';
import type { CONTACT_TITLES } from '@kinfold/domain/organization';
import { showPhone } from '@kinfold/domain/phone';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { requireOrganization } from '../../organizations/organizations/organization.service.ts';
import { readContacts, type ContactRecord } from './contact.model.ts';

/** A letterhead, as texts to print. */
export type Letterhead = {
  name: string;
  /** Its address; empty where it is unknown. */
  lines: string[];
  phone: string | null;
  /** The contact: name and title, and the email without a phone. */
  contact: string | null;
  contactPhone: string | null;
};

/** Titles of contacts in the order in which they are asked about a fund. */
const TITLES: readonly (typeof CONTACT_TITLES)[number][] = [
  'Funeral Fund Lead',
  'Funeral Fund Deacon',
  'Funeral Fund Associate',
  'Deacon',
  'Church Pastor',
];

function contactOf(contacts: readonly ContactRecord[]): Pick<Letterhead, 'contact' | 'contactPhone'> {
  const [first] = TITLES.flatMap((title) => contacts.filter((contact) => contact.title === title));
  if (!first) return { contact: null, contactPhone: null };
  const { name, title, phone, email } = first;
  const parts = [name, title, phone ? null : email];
  return {
    contact: parts.filter((part): part is string => Boolean(part) && isPrintable(part ?? '')).join(', '),
    contactPhone: phone ? showPhone(phone) : null,
  };
}

/** The letterhead of an organization. Throws 404 for an unknown one. */
export async function letterheadOf(organizationNumber: string): Promise<Letterhead> {
  const [{ organizationName, address, phones }, contacts] = await Promise.all([
    requireOrganization(organizationNumber),
    readContacts(organizationNumber),
  ]);
  return {
    name: organizationName,
    lines: address ? addressLines(address) : [],
    phone: phones[0] ? showPhone(phones[0].phoneNbr) : null,
    ...contactOf(contacts),
  };
}

/** The lines of a letterhead below the name. */
export function letterheadLines({ lines, phone, contact, contactPhone }: Omit<Letterhead, 'name'>): string[] {
  const reached = [contact, contactPhone].filter(Boolean).join(', ');
  return [...lines, ...(phone ? [`Phone ${phone}`] : []), ...(reached ? [`Your contact: ${reached}`] : [])];
}
