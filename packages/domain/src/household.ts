import * as z from 'zod/mini';
import { Cover } from './cover.ts';
import { DeathDayField } from './death-day.ts';
import { WireInstant } from './dates.ts';
import { FoundName } from './member.ts';

/** A household on the wire: members living together; one is primary. */
export const Household = z.object({
  _id: z.string(),
  primaryMemberId: z.string(),
  members: z.array(
    z.object({
      member_id: z.string(),
      memberId: z.string(),
      ...FoundName,
      relationship: z.string(),
      age: z.nullable(z.number()),
      isActive: z.nullable(z.boolean()),
      /** The day of their death. */
      deceasedDt: z.optional(z.nullable(z.string())),
      deathDay: DeathDayField,
      /** Of a child: the day on which they turn 18, from 30 days before until a year after. */
      turnsAdultDt: z.optional(z.string()),
      cover: z.optional(Cover),
    }),
  ),
  /** The cover of its living people, together. */
  cover: z.optional(Cover),
  /** Sent back by a change (`HouseholdAdd`). */
  version: z.optional(z.number()),
});
export type Household = z.infer<typeof Household>;

/** A linked household entry on the wire. */
export const LinkedHousehold = z.object({
  household_id: z.string(),
  member_id: z.string(),
  primaryMemberName: z.string(),
  /** For staff: who allowed it, and when; null if that was before the history began. */
  allowedBy: z.optional(z.nullable(z.string())),
  allowedDt: z.optional(z.nullable(WireInstant)),
});
export type LinkedHousehold = z.infer<typeof LinkedHousehold>;
