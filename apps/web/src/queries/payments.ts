import { OLDER_PAYMENT_TIMEOUT_MS } from '@kinfold/domain/constants';
import { LatestPayment } from '@kinfold/domain/donation';
import { OlderPayAnswer, type OlderPayRequest } from '@kinfold/domain/older-payment';
import {
  DuesOfReference,
  type DuesReference,
  type ReferencePayRequest,
} from '@kinfold/domain/dues-by-reference';
import type { Page } from '@kinfold/domain/pagination';
import { MemberPaymentPage, Receipt, type DonationPayRequest } from '@kinfold/domain/payment';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

const Statements = z.object({ years: z.array(z.number()) });

/** A page of the payments for a member, newest first: `GET /v2/members/{id}/payments`. */
export const paymentPageQuery = (memberId: string, page: Page) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'payment-page', memberId, page],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/members/${memberId}/payments`, {
          page_size: page.page_size,
          page_number: page.page_number,
        }),
        MemberPaymentPage,
        { signal },
      ),
  });

/** The newest payment on a membership: `GET /v2/membership/{id}/latest-payment`. */
export const latestPaymentQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'latest-payment', membershipId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/membership/${membershipId}/latest-payment`, LatestPayment, { signal }),
  });

/** The years with payments, newest first: `GET /v2/members/{id}/statements`. */
export const statementsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'statements', memberId],
    queryFn: async ({ signal }) =>
      (await http.get(urlPath`/v2/members/${memberId}/statements`, Statements, { signal })).years,
  });

/** The path of the PDF of a yearly statement. */
export const statementPath = (memberId: string, year: number) =>
  urlPath`/v2/members/${memberId}/statements/${year}.pdf`;

/** The receipt of a payment by the signed-in user (`GET /v2/payments/{id}`); 404 unless it was charged. */
export const receiptQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['receipts', paymentId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/payments/${paymentId}`, Receipt, { signal }),
  });

/** The path of the PDF of a receipt. */
export const receiptPath = (paymentId: string) => urlPath`/v2/payments/${paymentId}/receipt.pdf`;

/** The path of the PDF of a receipt of a member, also for the office, and of money without a card. */
export const memberReceiptPath = (memberId: string, receiptId: string) =>
  urlPath`/v2/members/${memberId}/payments/${receiptId}/receipt.pdf`;

/**
 * Pays (`POST /api/v1/member/{id}/donation/pay`). Idempotent: a payment id is charged once. Returns the raw answer,
 * because 202 means that it is not settled.
 */
export function sendPayment(paymentId: string, request: DonationPayRequest & { payee_member_id: string }) {
  return http.postRaw(urlPath`/api/v1/member/${request.payee_member_id}/donation/pay`, request, {
    idempotencyKey: paymentId,
  });
}

/** The amount that is due on dues of others, by the reference and last name on a letter: `POST /v2/dues-by-reference`. */
export const findDuesByReference = (asked: DuesReference) =>
  http.post('/v2/dues-by-reference', asked, DuesOfReference);

/** Pays dues of others by their reference (`POST /v2/dues-by-reference/pay`); otherwise like `sendPayment`. */
export const sendReferencePayment = (paymentId: string, request: ReferencePayRequest) =>
  http.postRaw('/v2/dues-by-reference/pay', request, { idempotencyKey: paymentId });

/** Pays on the older screen (`POST /api/v1/donation/pay/`). Idempotent: a payment id is charged once. */
export function sendOlderPayment(paymentId: string, request: OlderPayRequest): Promise<OlderPayAnswer> {
  return http.post('/api/v1/donation/pay/', request, OlderPayAnswer, {
    idempotencyKey: paymentId,
    timeout: OLDER_PAYMENT_TIMEOUT_MS,
  });
}
