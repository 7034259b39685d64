import { randomUUID } from 'node:crypto';
import {
  DonationPayAnswer,
  DonationPayPending,
  DonationPayRequest,
  receiptNumber,
} from '@kinfold/domain/payment';
import { refuseCardNumber } from '../../platform/card-number.ts';
import { uuidOf } from '../../platform/hash.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { refuseBadKey } from '../idempotency.ts';
import { AppError, conflict } from '../../platform/problem.ts';
import { addressKey } from '../../platform/rate-limit.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { charge, type ChargeOutcome } from '../../modules/money/charges/charge.service.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The payment id for the `Idempotency-Key`: a UUID as it is, another key hashed with the user, none as a random UUID. */
export function paymentIdOf(context: Pick<Context, 'request' | 'actor'>): string {
  const key = context.request.get('Idempotency-Key');
  if (key === undefined) return randomUUID();
  refuseBadKey(key);
  if (UUID.test(key.toLowerCase())) return key.toLowerCase();
  return uuidOf(`${actorOf(context).userId}:${key}`);
}

/** Returns the answer to an outcome. Throws 402 for a declined card and 409 for a closed payment. */
export function answerOf(outcome: ChargeOutcome) {
  const { paymentId } = outcome;
  switch (outcome.kind) {
    case 'paid':
      return {
        data: {
          amount_paid: outcome.payment.total,
          payment_id: paymentId,
          receipt_number: receiptNumber(paymentId),
        },
      };
    case 'requires_action':
      return new Reply(202, {
        status: 'requires_action',
        payment_id: paymentId,
        client_secret: outcome.clientSecret,
      });
    case 'processing':
      return new Reply(202, { status: 'processing', payment_id: paymentId, client_secret: null });
    case 'closed':
      throw conflict('payment_closed', 'This payment took too long and was closed. Please try again.');
    case 'declined':
      throw new AppError(
        402,
        outcome.failure.code ?? 'card_declined',
        outcome.failure.message ?? 'Your card was declined.',
        { decline_code: outcome.failure.decline_code },
      );
  }
}

/** The answers of a payment by card besides the receipt. */
export const PAY_ANSWERS = {
  202: {
    description:
      'Not settled yet: the bank asks the cardholder, or the outcome is unknown. The same request again continues',
    reply: DonationPayPending,
  },
  402: { description: "The card was refused; `code` and `decline_code` are the provider's" },
  409: {
    description:
      'Nothing was charged: `payment_in_progress`, `amount_changed` with the right figures, `payment_closed` or `recipient_unavailable`',
  },
  422: {
    description:
      'Nothing was charged: `figures_differ` with the right figures, `several_recipients`, or the fields that `errors` names',
  },
  429: {
    description:
      'Nothing was charged: `too_many_declines` after too many declined cards, or too many tries; `Retry-After` says when',
  },
};

export const postDonationPay = endpointFor<MemberGrant>()({
  admission: 'last',
  summary: 'Pay dues, or give to an open campaign, by card',
  headers: ['Idempotency-Key', 'Authorization-Token'],
  body: DonationPayRequest,
  reply: DonationPayAnswer,
  answers: PAY_ANSWERS,
  async handle(context) {
    const { deps, granted, body } = context;
    refuseCardNumber(context.request.body);
    const outcome = await charge(
      {
        paymentId: paymentIdOf(context),
        actor: actorOf(context),
        payeeMemberId: granted.member._id,
        request: body,
        address: addressKey(context.request.ip),
      },
      deps,
    );
    return answerOf(outcome);
  },
});
