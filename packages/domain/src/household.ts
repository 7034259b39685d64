import * as z from 'zod/mini';

/** A household on the wire: members living together; one is primary. */
export const Household = z.object({
  _id: z.string(),
  primaryMemberId: z.string(),
  members: z.array(
    z.object({
      member_id: z.string(),
      memberId: z.string(),
      firstNm: z.string(),
      lastNm: z.string(),
      relationship: z.string(),
      age: z.number(),
      isActive: z.nullable(z.boolean()),
    }),
  ),
});
export type Household = z.infer<typeof Household>;

/** A linked household entry on the wire. */
export const LinkedHousehold = z.object({
  household_id: z.string(),
  member_id: z.string(),
  primaryMemberName: z.string(),
});
export type LinkedHousehold = z.infer<typeof LinkedHousehold>;
