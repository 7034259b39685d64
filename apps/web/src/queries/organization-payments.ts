/** Payments as the office sees them, their refunds and disputes. */
import type * as z from 'zod/mini';
import {
  PaymentDetails,
  OrganizationPaymentPage,
  type PaymentFilters,
} from '@kinfold/domain/organization-payment';
import { Disputes, RefundAnswer, type RefundForm } from '@kinfold/domain/refund';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The filters of the list as they are in the address. */
export type PaymentListFilters = {
  readonly [Name in keyof z.input<typeof PaymentFilters>]?: string | undefined;
};

/** The payments of an organization and all below it, newest first: `GET /v2/organizations/{n}/payments`. */
export const organizationPaymentsQuery = (
  organizationNumber: string,
  filters: PaymentListFilters,
  size = 25,
) =>
  infiniteQueryOptions({
    queryKey: ['organization-payments', organizationNumber, filters, size],
    ...growing(urlPath`/v2/organizations/${organizationNumber}/payments`, OrganizationPaymentPage, {
      ...filters,
      page_size: size,
    }),
  });

/** A payment with its story: `GET /v2/payments/{id}`. */
export const officePaymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['office-payments', paymentId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/payments/${paymentId}`, PaymentDetails, { signal }),
  });

/** The disputes of an organization and all below it: `GET /v2/organizations/{n}/disputes`. */
export const disputesQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['disputes', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/disputes`, Disputes, { signal }),
  });

/** What answers a dispute, as a PDF. */
export const evidencePath = (disputeId: string) => urlPath`/v2/disputes/${disputeId}/evidence.pdf`;

/** Refunds a payment (`POST /v2/payments/{id}/refunds`), once per refundId. Throws 422 for more than is left. */
export const refundPayment = (client: QueryClient, paymentId: string, refundId: string, form: RefundForm) =>
  change(client, () =>
    withStepUp(() =>
      http.post(urlPath`/v2/payments/${paymentId}/refunds`, form, RefundAnswer, { idempotencyKey: refundId }),
    ),
  );
