import * as z from 'zod/mini';
import { Address } from './address.ts';
import { NAME_MAX } from './constants.ts';
import { Phone } from './phone.ts';
import { NO_FIELDS } from './problem.ts';

/** Contact title options (spec section 3). */
export const CONTACT_TITLES = [
  'Church Pastor',
  'Deacon',
  'Funeral Fund Deacon',
  'Funeral Fund Lead',
  'Funeral Fund Associate',
] as const;

/** A contact of an organization on the wire. */
export const Contact = z.object({
  _id: z.string(),
  member_id: z.string(),
  name: z.string(),
  title: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type Contact = z.infer<typeof Contact>;

/** The form of a new contact: a member and their title (spec section 5). */
export const ContactForm = z.object(
  {
    member_id: z
      .string('Member Id is required')
      .check(
        z.trim(),
        z.minLength(1, 'Member Id is required'),
        z.maxLength(NAME_MAX, 'Member Id is required'),
      ),
    title: z.enum(CONTACT_TITLES, 'Title is required'),
  },
  NO_FIELDS,
);
export type ContactForm = z.infer<typeof ContactForm>;

/** An organization on the wire. */
export const Organization = z.object({
  organizationNumber: z.string(),
  organizationName: z.string(),
  parentOrganization: z.nullable(z.string()),
  address: z.nullable(Address),
  phones: z.array(Phone),
  campaignsCnt: z.number(),
  groupsCnt: z.number(),
  membersCnt: z.number(),
  hasChildren: z.boolean(),
  hasCampaigns: z.boolean(),
  contacts: z.array(Contact),
});
export type Organization = z.infer<typeof Organization>;

/** A row of the tree of organizations (`GET /v2/organizations`). */
export const OrganizationRow = z.pick(Organization, {
  organizationNumber: true,
  organizationName: true,
  parentOrganization: true,
  campaignsCnt: true,
  groupsCnt: true,
  membersCnt: true,
  hasChildren: true,
  hasCampaigns: true,
});
export type OrganizationRow = z.infer<typeof OrganizationRow>;

/** An organization to choose (`GET /v2/organizations/list`). */
export const OrganizationChoice = z.pick(Organization, { organizationNumber: true, organizationName: true });
export type OrganizationChoice = z.infer<typeof OrganizationChoice>;
