import { CoverChangePage } from '@kinfold/domain/cover-change';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';

const parameters = (campaignId: string | undefined, more: Record<string, string> = {}) =>
  new URLSearchParams({ ...(campaignId && { campaign_id: campaignId }), ...more }).toString();

/** A page of who loses or reaches cover within 30 days: `GET /v2/cover-changes`. */
export const coverChangesQuery = (campaignId: string | undefined, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: ['cover-changes', campaignId, page_number, page_size],
    queryFn: ({ signal }) => {
      const page = { page_number: String(page_number), page_size: String(page_size) };
      return http.get(`/v2/cover-changes?${parameters(campaignId, page)}`, CoverChangePage, { signal });
    },
  });

/** Where the file of the same people is: `GET /v2/cover-changes.csv`. */
export const coverChangesCsvPath = (campaignId: string | undefined) =>
  `/v2/cover-changes.csv?${parameters(campaignId)}`;
