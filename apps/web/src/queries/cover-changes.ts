import { CoverChangePage } from '@kinfold/domain/cover-change';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withQuery } from '../lib/url-path.ts';

/** A page of people who lose or reach cover within 30 days: `GET /v2/cover-changes`. */
export const coverChangesQuery = (campaignId: string | undefined, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: ['cover-changes', campaignId, page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(
        withQuery('/v2/cover-changes', { campaign_id: campaignId, page_number, page_size }),
        CoverChangePage,
        { signal },
      ),
  });

/** The path of the same people as a file: `GET /v2/cover-changes.csv`. */
export const coverChangesCsvPath = (campaignId: string | undefined) =>
  withQuery('/v2/cover-changes.csv', { campaign_id: campaignId });
