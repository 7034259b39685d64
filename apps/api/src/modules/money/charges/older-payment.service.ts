/** The older payment screen: a test card's number instead of a token; otherwise a charge like any other. */
import { isCardExpired } from '@kinfold/domain/card';
import { firstToPay, groupByRecipient } from '@kinfold/domain/connected-account';
import { calendarDateOf } from '@kinfold/domain/dates';
import { payableBalance } from '@kinfold/domain/donation';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  fullYear,
  OLDER_PAYMENT_TEXTS,
  olderPaymentLines,
  testNumberProblem,
  type OlderPayAnswer,
  type OlderPayRequest,
} from '@kinfold/domain/older-payment';
import { receiptNumber, type DonationPayRequest } from '@kinfold/domain/payment';
import { isTestPayments } from '../../../platform/config.ts';
import type { Actor } from '../../../platform/auth.ts';
import { refuseCardNumber } from '../../../platform/card-number.ts';
import { AppError, forbidden, invalid } from '../../../platform/problem.ts';
import { findPayableDonations } from '../../funds/donations/donation.service.ts';
import { recipientsOf } from '../../funds/donations/recipient.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { charge, type ChargeOutcome } from './charge.service.ts';
import { settle, type PaymentDeps } from './settle.service.ts';
import { TEST_CARDS } from './test-cards.ts';

const CLOSED = 'This payment took too long and was closed. Nothing was charged. Please try again.';
const NEEDS_BANK =
  'Your bank asks to confirm this card, which this page cannot do. Please try a different card.';

const refused = (result: 'DECLINED' | 'ERROR', message: string): OlderPayAnswer => ({
  result,
  message,
  amount_paid: ZERO,
  payment_id: null,
  receipt_number: null,
});

type Lines = { donation_id: string; amount: Cents }[];

/**
 * Pays dues of the signed-in member. A declined card, and what the screen shows beside the card number, are answers
 * with 200; throws 422 for wrong figures, and for any card number where payments are real.
 */
export async function payOlder(
  input: { paymentId: string; actor: Actor; address: string; request: OlderPayRequest },
  deps: PaymentDeps,
): Promise<OlderPayAnswer> {
  const { paymentId, actor, address, request } = input;
  const { memberId } = actor;
  if (!isTestPayments(deps.config)) refuseCardNumber(request);
  if (!memberId) throw forbidden('Link your account to a member before you pay.', 'not_linked');
  const { cardNumber, expMonth, expYear } = request.card;
  const card = TEST_CARDS.get(cardNumber);
  if (!card)
    return refused('ERROR', OLDER_PAYMENT_TEXTS[testNumberProblem(cardNumber, TEST_CARDS.keys()) ?? 'last4']);
  if (isCardExpired(Number(expMonth), fullYear(expYear), calendarDateOf(deps.now(), deps.config.TIME_ZONE)))
    return refused('DECLINED', OLDER_PAYMENT_TEXTS.declined);
  const donationAmount = cents(request.orderTotal - request.processingFee);
  const itemsTotal = sumCents(request.lineItems.map(({ price }) => price));
  if (request.lineItems.length && itemsTotal !== donationAmount)
    throw invalid([{ path: 'orderTotal', message: 'The total is not the sum of its lines and the fee' }]);
  const payRequest: DonationPayRequest = {
    cardData: { token: card },
    donationAmount,
    processingFee: request.processingFee,
    donation_id: -1,
    donations: await linesOf(paymentId, memberId, request, deps.now()),
  };
  try {
    const chargeRequest = { paymentId, actor, payeeMemberId: memberId, request: payRequest, address };
    return await answerOf(await charge(chargeRequest, deps), deps);
  } catch (error) {
    if (error instanceof AppError && error.status === 402)
      return refused('DECLINED', OLDER_PAYMENT_TEXTS.declined);
    if (error instanceof AppError && error.status === 409) return refused('ERROR', error.detail);
    throw error instanceof AppError ? inOlderWords(error) : error;
  }
}

/** The same error with the field names of the older request. */
function inOlderWords({ status, code, detail, extra, headers }: AppError): AppError {
  const errors = extra.errors?.map(({ path, message }) => ({
    path: path === 'donationAmount' ? 'orderTotal' : path,
    message,
  }));
  return new AppError(status, code, detail, { ...extra, ...(errors && { errors }) }, headers);
}

/** The dues to pay, of one recipient; for a retry those of the recorded payment. Throws 422 when nothing is due. */
async function linesOf(
  paymentId: string,
  memberId: string,
  request: OlderPayRequest,
  now: Date,
): Promise<Lines> {
  const known = await findPayment(paymentId);
  if (known) return known.lines.map(({ donationId, amount }) => ({ donation_id: donationId, amount }));
  const dues = (await findPayableDonations([memberId], {}, now)).map((donation) => ({
    _id: donation._id,
    externalRef: donation.externalRef,
    campaignId: donation.campaignId,
    balance: payableBalance(donation, now),
  }));
  if (!dues.length)
    throw invalid([{ path: 'orderTotal', message: 'Nothing is due.' }], undefined, {
      figures: { donationAmount: 0, processingFee: 0, total: 0 },
    });
  const recipientOf = await recipientsOf(dues.map(({ campaignId }) => campaignId));
  const groups = groupByRecipient(dues, ({ campaignId, balance }) => ({
    recipient: recipientOf(campaignId),
    balance,
  }));
  const lines = olderPaymentLines(request, dues, firstToPay(groups)?.dues);
  if (!lines) throw invalid([{ path: 'externalRef', message: 'No dues of this reference can be paid now' }]);
  return lines;
}

async function answerOf(outcome: ChargeOutcome, deps: PaymentDeps): Promise<OlderPayAnswer> {
  const { paymentId } = outcome;
  switch (outcome.kind) {
    case 'paid':
      return {
        result: 'APPROVED',
        message: 'Approved',
        amount_paid: outcome.payment.total,
        payment_id: paymentId,
        receipt_number: receiptNumber(paymentId),
      };
    case 'declined':
      return refused('DECLINED', OLDER_PAYMENT_TEXTS.declined);
    case 'closed':
      return refused('ERROR', CLOSED);
    case 'processing':
      return refused('ERROR', OLDER_PAYMENT_TEXTS.unreachable);
    case 'requires_action': {
      // This screen has no 3-D Secure: the payment is closed, which frees the dues at once.
      const { kind } = await settle(paymentId, deps, { closesOpen: true });
      const payment = kind === 'paid' ? await findPayment(paymentId) : null;
      return payment ? answerOf({ paymentId, kind: 'paid', payment }, deps) : refused('ERROR', NEEDS_BANK);
    }
  }
}
