import { DoubleCoverPage } from '@kinfold/domain/double-cover';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';

/** A page of people covered by a campaign and by another membership: `GET /v2/campaigns/{id}/double-covers`. */
export const doubleCoversQuery = (campaignId: string, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: ['double-covers', campaignId, page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/campaigns/${campaignId}/double-covers`, { page_number, page_size }),
        DoubleCoverPage,
        { signal },
      ),
  });

/** The path of the same people as a file. */
export const doubleCoversCsvPath = (campaignId: string) =>
  urlPath`/v2/campaigns/${campaignId}/double-covers.csv`;
