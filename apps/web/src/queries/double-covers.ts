import { DoubleCoverPage } from '@kinfold/domain/double-cover';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';

/** A page of those whom a campaign and another membership cover: `GET /v2/campaigns/{id}/double-covers`. */
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

/** Where the file of the same people is. */
export const doubleCoversCsvPath = (campaignId: string) =>
  urlPath`/v2/campaigns/${campaignId}/double-covers.csv`;
