import { Fund } from '@kinfold/domain/fund';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';

/** What a fund holds: `GET /v2/campaigns/{id}/fund`. */
export const fundQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['funds', campaignId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/campaigns/${campaignId}/fund`, Fund, { signal }),
  });

/** Records or corrects what a fund had before, in cents: `POST /v2/campaigns/{id}/fund/opening`. */
export function setFundOpening(
  client: QueryClient,
  campaignId: string,
  body: { amount: number; asOf: string; reason: string },
  idempotencyKey: string,
): Promise<Fund> {
  const path = urlPath`/v2/campaigns/${campaignId}/fund/opening`;
  return change(client, () => http.post(path, body, Fund, { idempotencyKey }));
}
