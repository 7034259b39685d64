import { ReviewItem, ReviewItems, type ReviewDoneForm } from '@kinfold/domain/review-item';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

export type ReviewStatus = ReviewItem['status'];

/**
 * Notices of the card provider that need attention, of an organization and all below it: `GET
 * /v2/organizations/{n}/review-items`.
 */
export const reviewItemsQuery = (organizationNumber: string, status: ReviewStatus) =>
  queryOptions({
    queryKey: ['review-items', organizationNumber, status],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/review-items`, { status }),
        ReviewItems,
        {
          signal,
        },
      ),
  });

/** Marks an item as done, with a note (`POST /v2/review-items/{id}/done`). Throws 409 `review_done`. */
export async function markReviewed(client: QueryClient, itemId: string, form: ReviewDoneForm): Promise<void> {
  await change(client, () => http.post(urlPath`/v2/review-items/${itemId}/done`, form, ReviewItem));
}
