import { MAX_PAGE_SIZE } from '@kinfold/domain/constants';
import { DonationPage, type Donation } from '@kinfold/domain/donation';
import { Receipt } from '@kinfold/domain/payment';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { payRequest, type PaymentPayload } from './payment-payload.ts';

const part = encodeURIComponent;

async function allDonations(memberId: string, signal: AbortSignal): Promise<Donation[]> {
  const page = (number: number) =>
    http.get(
      `/v2/members/${part(memberId)}/donations?page_size=${MAX_PAGE_SIZE}&page_number=${number}`,
      DonationPage,
      { signal },
    );
  const first = await page(1);
  const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, index) => page(index + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ donations }) => donations);
}

/** Every donation of a member, in all campaigns: `GET /v2/members/{id}/donations`, page by page. */
export function memberDonationsQuery(memberId: string) {
  return queryOptions({
    queryKey: ['account', 'donations', memberId],
    queryFn: ({ signal }) => allDonations(memberId, signal),
  });
}

/** The receipt of a payment that the signed-in user has made; 404 while, or when, nothing was paid. */
export function receiptQuery(paymentId: string) {
  return queryOptions({
    queryKey: ['receipts', paymentId],
    queryFn: ({ signal }) => http.get(`/v2/payments/${part(paymentId)}`, Receipt, { signal }),
  });
}

/** Asks for a payment; again and again if need be, for its id makes it one payment. */
export function sendPayment(payload: PaymentPayload) {
  return http.postRaw(`/api/v1/member/${part(payload.payee_member_id)}/donation/pay`, payRequest(payload), {
    idempotencyKey: payload.payment_id,
  });
}
