import {
  Batch,
  BatchDetail,
  BatchEntry,
  BatchPage,
  type BatchEntryForm,
  type BatchForm,
} from '@kinfold/domain/batch';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

/** A page of an organization's batches of payments, newest first: `GET /v2/organizations/{n}/batches`. */
export const batchPageQuery = (organizationNumber: string, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: ['batches', organizationNumber, page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/batches`, { page_number, page_size }),
        BatchPage,
        { signal },
      ),
  });

/** A batch with its entries: `GET /v2/batches/{id}`. */
export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batch', batchId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/batches/${batchId}`, BatchDetail, { signal }),
  });

/** Begins a batch: `POST /v2/organizations/{n}/batches`. */
export function beginBatch(client: QueryClient, organizationNumber: string, form: BatchForm): Promise<Batch> {
  return change(client, () =>
    http.post(urlPath`/v2/organizations/${organizationNumber}/batches`, form, Batch),
  );
}

/** Enters a payment: `POST /v2/batches/{id}/entries`. Idempotent: an `entryId` is booked once. */
export function enterPayment(
  client: QueryClient,
  batchId: string,
  form: BatchEntryForm,
): Promise<BatchEntry> {
  return change(client, () => http.post(urlPath`/v2/batches/${batchId}/entries`, form, BatchEntry));
}

/** Says who made the payment of an unknown payer: `POST /v2/batches/{id}/entries/{entryId}/assign`. */
export function assignEntry(
  client: QueryClient,
  batchId: string,
  entryId: string,
  member_id: string,
): Promise<BatchEntry> {
  return change(client, () =>
    http.post(urlPath`/v2/batches/${batchId}/entries/${entryId}/assign`, { member_id }, BatchEntry),
  );
}

/** Takes an entry back: `DELETE /v2/batches/{id}/entries/{entryId}`; a closed batch needs the reason. */
export function takeEntryBack(
  client: QueryClient,
  batchId: string,
  entryId: string,
  reason: string | undefined,
): Promise<void> {
  return change(client, () =>
    http.delete(withQuery(urlPath`/v2/batches/${batchId}/entries/${entryId}`, { reason })),
  );
}

/** Closes a batch: `POST /v2/batches/{id}/close`. Throws 422 `control_total` while its figures differ. */
export function closeBatch(client: QueryClient, batchId: string): Promise<BatchDetail> {
  return change(client, () =>
    withStepUp(() => http.post(urlPath`/v2/batches/${batchId}/close`, {}, BatchDetail)),
  );
}
