import type * as z from 'zod/mini';
import {
  Credit,
  HouseholdDues,
  OfficePayment,
  type CreditUseForm,
  type OfficePaymentForm,
  type PayBackForm,
} from '@kinfold/domain/office-payment';
import { WaiverAnswer, type WaiverForm } from '@kinfold/domain/waiver';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

/** Waives dues, in cents, or asks a second person: `POST /v2/donations/{id}/waive`. */
export function waiveDues(
  client: QueryClient,
  donationId: string,
  body: WaiverForm,
  idempotencyKey: string,
): Promise<z.infer<typeof WaiverAnswer>> {
  const path = urlPath`/v2/donations/${donationId}/waive`;
  return change(client, () => http.post(path, body, WaiverAnswer, { idempotencyKey }));
}

/** What a payment of a member's household would pay, oldest first: `GET /v2/members/{id}/payments/dues`. */
export const householdDuesQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household-dues', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/payments/dues`, HouseholdDues, { signal }),
  });

/** Records a payment without a card: `POST /v2/members/{id}/payments`. Idempotent: an `entryId` is booked once. */
export function recordPayment(
  client: QueryClient,
  memberId: string,
  body: OfficePaymentForm,
): Promise<OfficePayment> {
  return change(client, () => http.post(urlPath`/v2/members/${memberId}/payments`, body, OfficePayment));
}

/** What a member's household has paid ahead: `GET /v2/members/{id}/credit`. */
export const creditQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'credit', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/members/${memberId}/credit`, Credit, { signal }),
  });

/** Pays dues from credit: `POST /v2/members/{id}/credit`. */
export function spendCredit(
  client: QueryClient,
  memberId: string,
  body: CreditUseForm,
  idempotencyKey: string,
): Promise<Credit> {
  const path = urlPath`/v2/members/${memberId}/credit`;
  return change(client, () => http.post(path, body, Credit, { idempotencyKey }));
}

/** Gives credit back: `POST /v2/members/{id}/credit/pay-back`. */
export function payBackCredit(
  client: QueryClient,
  memberId: string,
  body: PayBackForm,
  idempotencyKey: string,
): Promise<Credit> {
  const path = urlPath`/v2/members/${memberId}/credit/pay-back`;
  return change(client, () => withStepUp(() => http.post(path, body, Credit, { idempotencyKey })));
}
