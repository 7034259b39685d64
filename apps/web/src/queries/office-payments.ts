import { Donation } from '@kinfold/domain/donation';
import type { WaiverForm } from '@kinfold/domain/waiver';
import type { QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';

/** Waives dues, in cents: `POST /v2/donations/{id}/waive`. */
export function waiveDues(client: QueryClient, donationId: string, body: WaiverForm): Promise<Donation> {
  return change(client, () => http.post(urlPath`/v2/donations/${donationId}/waive`, body, Donation));
}
