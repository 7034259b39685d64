/** Lists of members over one's organizations, and what they are asked by. */
import * as z from 'zod/mini';
import { MEMBER_LIST_PAGE, MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from './constants.ts';
import { requestText } from './free-text.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';

const TOO_SHORT = `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`;

/** The filters of a list of members; left out or empty they filter nothing. */
const filters = {
  /** An organization and everything below it; left out, all of one's own. */
  organization_number: filterField(requestText('organization_number'), 'organization_number is a text'),
  active: filterField(trueOrFalse('active'), 'active is true or false'),
  /** Without a phone and without an e-mail. */
  without_contact: filterField(trueOrFalse('without_contact'), 'without_contact is true or false'),
  /** With an e-mail that the mail server refused. */
  bounced: filterField(trueOrFalse('bounced'), 'bounced is true or false'),
  /** Covered by a fund now. Needs `campaign.memberships.get`. */
  covered: filterField(trueOrFalse('covered'), 'covered is true or false'),
  /** Has dues to pay now. Needs `organization.donations.get`. */
  owes: filterField(trueOrFalse('owes'), 'owes is true or false'),
  searchTerm: filterField(
    requestText('searchTerm', NAME_MAX).check(z.minLength(MEMBER_SEARCH_MIN_CHARS, TOO_SHORT)),
    TOO_SHORT,
  ),
};

/** `GET /v2/members.csv`. */
export const MemberFilters = z.object(filters);
export type MemberFilters = z.infer<typeof MemberFilters>;

/** `GET /v2/members`. */
export const MemberListQuery = z.extend(pageQuery(MEMBER_LIST_PAGE), filters);
export type MemberListQuery = z.infer<typeof MemberListQuery>;

/** A member in a list; phone and e-mail are the preferred ones. */
export const MemberRow = z.object({
  _id: z.string(),
  memberId: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  birthDt: z.string(),
  age: z.number(),
  relationship: z.string(),
  organizationNumber: z.string(),
  organizationName: z.string(),
  isActive: z.nullable(z.boolean()),
  deceasedDt: z.optional(z.nullable(z.string())),
  phoneNbr: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type MemberRow = z.infer<typeof MemberRow>;

/** A page of members by name. */
export const MemberPage = pageReply('members', MemberRow);
export type MemberPage = z.infer<typeof MemberPage>;
