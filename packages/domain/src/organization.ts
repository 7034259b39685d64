import * as z from 'zod/mini';
import { Address, ADDRESS_MAX } from './address.ts';
import { TYPEAHEAD_MIN_CHARS, NAME_MAX } from './constants.ts';
import { freeText, optionalText } from './free-text.ts';
import { MemberUpdate } from './member-edit.ts';
import { filterField } from './pagination.ts';
import { Phone } from './member.ts';
import { NO_FIELDS } from './problem.ts';
import { searchTermField } from './search.ts';
import { TwoPerson } from './second-person.ts';

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
        z.maxLength(NAME_MAX, { error: 'Member Id is required', abort: true }),
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
  /** In how many campaigns of others it participates; only in the answer about a single organization. */
  participationsCnt: z.optional(z.number()),
  /** Sent back by an edit (`OrganizationPost`). */
  version: z.optional(z.number()),
  contacts: z.array(Contact),
  /** What it asks a second person for; only in the answer about a single organization. */
  twoPerson: z.optional(TwoPerson),
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

/** An organization found by name, with those above it that the reader may see, highest first. */
export const FoundOrganization = z.extend(OrganizationRow, { above: z.array(OrganizationChoice) });
export type FoundOrganization = z.infer<typeof FoundOrganization>;

const SEARCH_TOO_SHORT = `Type at least ${TYPEAHEAD_MIN_CHARS} letters of the name`;

/**
 * `GET /v2/organizations`: all that the reader may see; with `parent` the level below an organization (`*` for the
 * highest); with `search_term` those whose names have, for each word of the term, a word that begins with it.
 */
export const OrganizationsQuery = z.object(
  {
    parent: filterField(freeText('parent is a number'), 'parent is a number'),
    search_term: searchTermField(SEARCH_TOO_SHORT, TYPEAHEAD_MIN_CHARS),
  },
  NO_FIELDS,
);

/** The address of an organization's form (spec section 5). */
export const OrganizationAddress = z.object(
  {
    streetAddress: freeText('Street name and number is required', { min: 4 }),
    cityNm: freeText('City is required', { min: 3, max: ADDRESS_MAX.cityNm }),
    stateCd: z
      .string('State is required')
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'State is required')),
    postalCd: z
      .string('ZipCode is required')
      .check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'ZipCode is required')),
  },
  'Street name and number is required',
);

const ORGANIZATION_NAME = freeText('Organization name is required', { min: 1 });

/** The form of an organization (spec section 5). */
export const OrganizationForm = z.object(
  { organizationName: ORGANIZATION_NAME, address: OrganizationAddress, phones: MemberUpdate.shape.phones },
  NO_FIELDS,
);
export type OrganizationForm = z.infer<typeof OrganizationForm>;

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/**
 * `POST /api/v1/organization`: with `organizationNumber` it changes the given fields of an organization, from the
 * `version` that was read, and moves it if another `parentOrganization` is sent (null for none); without it makes one
 * below `parentOrganization`, from a complete `OrganizationForm`, with its own number.
 */
export const OrganizationPost = z.object(
  {
    organizationName: maybe(ORGANIZATION_NAME),
    address: maybe(OrganizationAddress),
    phones: MemberUpdate.shape.phones,
    organizationNumber: optionalText('organizationNumber'),
    parentOrganization: optionalText('parentOrganization'),
    version: maybe(z.int('version is a whole number')),
    twoPerson: maybe(TwoPerson),
  },
  NO_FIELDS,
);

/** The error for an organization that would be below itself. */
export const BELOW_ITSELF = {
  path: 'parentOrganization',
  message: 'An organization cannot be moved below itself',
};

/** Returns whether an organization may be put below another, whose `path` is its number and those of all above it. */
export function canStandBelow(organizationNumber: string, path: readonly string[]): boolean {
  return !path.includes(organizationNumber);
}

/** A group of an organization on the wire. */
export const Group = z.object({
  _id: z.string(),
  groupName: z.string(),
  organizationNumber: z.string(),
  /** How many members are in it. */
  membersCnt: z.optional(z.number()),
});
export type Group = z.infer<typeof Group>;

/** The maximum number of people in a group, and how many may be added at once. */
export const GROUP_PEOPLE_MAX = 500;
const ADDED_MAX = 100;
const IDS = `member_ids are those of 1 to ${ADDED_MAX} members`;

/** `POST /v2/organizations/{n}/groups/{groupId}/members`: puts members into a group. */
export const GroupPeopleForm = z.object(
  {
    member_ids: z
      .array(z.string(IDS).check(z.regex(/^[0-9a-f]{24}$/, IDS)), IDS)
      .check(z.minLength(1, IDS), z.maxLength(ADDED_MAX, IDS)),
  },
  NO_FIELDS,
);

/** The form of a new group (spec section 5). */
export const GroupForm = z.object({ groupName: freeText('Group Name is Required', { min: 3 }) }, NO_FIELDS);
