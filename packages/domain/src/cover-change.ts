/** People who will soon lose or gain cover: lists for the office. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { requestText } from './free-text.ts';
import { filterField, pageQuery, pageReply } from './pagination.ts';

/** Rows of a page. */
export const COVER_CHANGES_PAGE = 20;

const filters = {
  /** Empty or missing: cover that ends in the runs of all the reader's campaigns. */
  campaign_id: filterField(requestText('campaign_id'), 'campaign_id is a text'),
};
/** `GET /v2/cover-changes.csv`. */
export const CoverChangeFilters = z.object(filters);
/** `GET /v2/cover-changes`. */
export const CoverChangesQuery = z.extend(pageQuery(COVER_CHANGES_PAGE), filters);

/** A person who loses or gains cover: when, why, and whom to call. `people` gain or lose it together with them. */
export const CoverChange = z.object({
  kind: z.enum(['loses', 'reaches']),
  member_id: z.string(),
  name: z.string(),
  phoneNbr: z.nullable(z.string()),
  people: z.number(),
  campaignId: z.string(),
  campaignName: z.string(),
  reason: z.string(),
  date: WireInstant,
  /** When they were last warned by mail; null if they were not. */
  warnedDt: z.optional(z.nullable(WireInstant)),
});
export type CoverChange = z.infer<typeof CoverChange>;

/** A page of them. */
export const CoverChangePage = pageReply('changes', CoverChange);
export type CoverChangePage = z.infer<typeof CoverChangePage>;
