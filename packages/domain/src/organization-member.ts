import * as z from 'zod/mini';
import { NAME_MAX } from './constants.ts';
import { freeText } from './free-text.ts';
import { Cover } from './cover.ts';
import { Member } from './member.ts';
import { memberOrderField } from './member-list.ts';
import { filterField, pageReply } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

/** A member in the list of their organization. */
export const OrganizationMember = z.extend(
  z.pick(Member, {
    _id: true,
    member_id: true,
    memberId: true,
    firstNm: true,
    lastNm: true,
    suffix: true,
    middleInit: true,
    birthDt: true,
    age: true,
    organizationNumber: true,
    organizationName: true,
    household_id: true,
    relationship: true,
    isActive: true,
    deceasedDt: true,
    deathDay: true,
    phones: true,
  }),
  { cover: z.optional(Cover) },
);
export type OrganizationMember = z.infer<typeof OrganizationMember>;

/** Answer of `GET /api/v1/organization/{n}/members/page/{p}/size/{s}`, by name. */
export const OrganizationMembers = pageReply('members', OrganizationMember);

const TOO_LONG = `At most ${NAME_MAX} characters`;

/** Its query: each word begins a name, a member number or a phone, or ends a phone. */
export const OrganizationMembersQuery = z.object(
  { searchTerm: filterField(freeText(TOO_LONG), TOO_LONG), sort: memberOrderField },
  NO_FIELDS,
);
export type OrganizationMembersQuery = z.infer<typeof OrganizationMembersQuery>;
