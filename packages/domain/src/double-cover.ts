/** People who are covered twice by funds that cover each person once: a list for the office (rules.md "Fund rules"). */
import * as z from 'zod/mini';
import { pageQuery, pageReply } from './pagination.ts';

/** Rows of a page. */
export const DOUBLE_COVERS_PAGE = 20;

/** `GET /v2/campaigns/{id}/double-covers`. */
export const DoubleCoversQuery = pageQuery(DOUBLE_COVERS_PAGE);

/** A person who is covered twice, with both memberships, that of the campaign first. */
export const DoubleCover = z.object({
  member_id: z.string(),
  name: z.string(),
  memberships: z.array(
    z.object({
      _id: z.string(),
      campaignId: z.string(),
      campaignName: z.string(),
      organizationName: z.string(),
      primaryMemberId: z.string(),
      primaryMemberName: z.string(),
    }),
  ),
});
export type DoubleCover = z.infer<typeof DoubleCover>;

/** A page of them. */
export const DoubleCoverPage = pageReply('doubleCovers', DoubleCover);
