/** Requests by which staff change households. */
import * as z from 'zod/mini';
import { optionalText } from './free-text.ts';
import { RELATIONSHIPS } from './member.ts';
import { NO_FIELDS } from './problem.ts';

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/**
 * `POST /api/v1/member/{id}/household/add`: moves `member_id` (default: the member of the path) into `household_id`
 * (default: that of the member of the path), or, for a person who already lives there, changes the relationship, makes
 * them primary or (de)activates them. `version` is the household's, as read: without it the last change wins.
 */
export const HouseholdAdd = z
  .object(
    {
      member_id: optionalText('member_id'),
      household_id: optionalText('household_id'),
      relationship: maybe(z.enum(RELATIONSHIPS, 'Relationship is required')),
      isPrimary: maybe(z.literal(true, 'Make another member primary instead')),
      isActive: maybe(z.boolean('isActive is true or false')),
      version: z.optional(z.int('version is a whole number')),
    },
    NO_FIELDS,
  )
  .check(
    z.refine(
      ({ relationship, isPrimary, isActive }) =>
        [relationship, isPrimary, isActive].filter((field) => field !== undefined && field !== null).length <
        2,
      { error: 'One of relationship, isPrimary and isActive', path: ['relationship'] },
    ),
    z.refine(
      ({ version: _version, ...asked }) =>
        Object.values(asked).some((field) => field !== undefined && field !== null && field !== ''),
      { error: 'Member Id is required', path: ['member_id'] },
    ),
  );
export type HouseholdAdd = z.infer<typeof HouseholdAdd>;

/** The effects of a change to households, in sentences; none if nothing would change. */
export const HouseholdPreview = z.object({ sentences: z.array(z.string()) });

/** `POST /api/v1/member/{id}/household/linked`: a household by its id, or as the one that a member lives in. */
export const HouseholdLink = z
  .object({ household_id: optionalText('household_id'), member_id: optionalText('member_id') }, NO_FIELDS)
  .check(
    z.refine(({ household_id, member_id }) => Boolean(household_id) !== Boolean(member_id), {
      error: 'Member Id is required',
      path: ['member_id'],
    }),
  );
