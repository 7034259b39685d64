/** Lists of members over the reader's organizations, and their filters. */
import * as z from 'zod/mini';
import { Cover } from './cover.ts';
import { DeathDayField } from './death-day.ts';
import { MEMBER_LIST_PAGE, MEMBER_SEARCH_MIN_CHARS } from './constants.ts';
import { requestText } from './free-text.ts';
import { FoundName } from './member.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';
import { searchTermField } from './search.ts';

const TOO_SHORT = `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`;

/** The maximum number of members in a selection. */
export const CHOSEN_MEMBERS_MAX = 200;

/** How many days back a change is recent. */
export const RECENT_DAYS = 7;

/** The orders of a list of members: by name or by member number, each also descending. */
export const MEMBER_ORDERS = ['name', '-name', 'number', '-number'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

const WRONG_ORDER = `sort is one of ${MEMBER_ORDERS.join(', ')}`;
/** The order of a list of members; default: by name. */
export const memberOrderField = filterField(z.enum(MEMBER_ORDERS, WRONG_ORDER), WRONG_ORDER);

const WRONG_COVERED = 'covered is true, false, lost or none';
/** Beside true and false: in a fund that does not cover them, and in none or not confirmed. */
const covered = z.pipe(
  z.string().check(z.regex(/^(true|false|lost|none)$/i, WRONG_COVERED)),
  z.transform((text: string) => text.toLowerCase() as 'true' | 'false' | 'lost' | 'none'),
);

/** The filters of a list of members; an empty or missing one does not apply. */
const filters = {
  /** An organization and everything below it; default: all of the reader's. */
  organization_number: filterField(requestText('organization_number'), 'organization_number is a text'),
  active: filterField(trueOrFalse('active'), 'active is true or false'),
  /** Without a phone and without an e-mail. */
  without_contact: filterField(trueOrFalse('without_contact'), 'without_contact is true or false'),
  /** With an e-mail that the mail server refused. */
  bounced: filterField(trueOrFalse('bounced'), 'bounced is true or false'),
  /** `unknown`: whose birth date is not known. */
  birthDt: filterField(z.literal('unknown', 'birthDt is unknown'), 'birthDt is unknown'),
  /** With details that an import could not read. */
  to_complete: filterField(z.literal('true', 'to_complete is true'), 'to_complete is true'),
  /** `week`: changed in the last 7 days. Needs `members.update`. */
  changed: filterField(z.literal('week', 'changed is week'), 'changed is week'),
  /** Covered by a fund now. Needs `campaign.memberships.get`. */
  covered: filterField(covered, WRONG_COVERED),
  /** Has dues to pay now. Needs `organization.donations.get`. */
  owes: filterField(trueOrFalse('owes'), 'owes is true or false'),
  searchTerm: searchTermField(TOO_SHORT),
  sort: memberOrderField,
};

const WRONG_IDS = `ids are those of at most ${CHOSEN_MEMBERS_MAX} members, with commas`;
const IDS = new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${CHOSEN_MEMBERS_MAX - 1}}$`);

/** `GET /v2/members.csv`; `ids` are those of a selection. */
export const MemberFilters = z.object({
  ...filters,
  ids: filterField(z.string().check(z.regex(IDS, WRONG_IDS)), WRONG_IDS),
});
export type MemberFilters = z.infer<typeof MemberFilters>;

/** `GET /v2/members`. */
export const MemberListQuery = z.extend(pageQuery(MEMBER_LIST_PAGE), filters);
export type MemberListQuery = z.infer<typeof MemberListQuery>;

/** A member in a list; phone and e-mail are the preferred ones. */
export const MemberRow = z.object({
  _id: z.string(),
  memberId: z.string(),
  ...FoundName,
  birthDt: z.nullable(z.string()),
  age: z.nullable(z.number()),
  relationship: z.string(),
  organizationNumber: z.string(),
  organizationName: z.string(),
  isActive: z.nullable(z.boolean()),
  deceasedDt: z.optional(z.nullable(z.string())),
  deathDay: DeathDayField,
  phoneNbr: z.nullable(z.string()),
  email: z.nullable(z.string()),
  externalRef: z.optional(z.nullable(z.string())),
  cover: z.optional(Cover),
});
export type MemberRow = z.infer<typeof MemberRow>;

/** A page of members. */
export const MemberPage = pageReply('members', MemberRow);
export type MemberPage = z.infer<typeof MemberPage>;
