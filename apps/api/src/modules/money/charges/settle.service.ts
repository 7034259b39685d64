/**
 * `settle` completes a payment, for the handler, the webhook and the sweep: it reads the intent register, asks the
 * provider, and books or closes (payments.md "Steps of a charge"). It never confirms.
 */
import { cents } from '@kinfold/domain/money';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderFailure, ProviderIntent } from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { describeCard } from '../cards/card.service.ts';
import { countDecline, endTry, rememberPaidCard } from '../cards/card-tries.service.ts';
import { bookEntries, chargeEntry, projectDonations, type PaymentCard } from '../ledger/ledger.service.ts';
import {
  asPaid,
  findPayment,
  withCard,
  type PaidPayment,
  type PaymentRecord,
} from '../ledger/payment.service.ts';
import { paymentsEnded } from '../../../platform/metrics.ts';
import { queueMail } from '../../../work/outbox.ts';
import { receiptMail } from '../receipts/receipt.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { attempts, finals, intents, openPayments } from './charge.model.ts';

export type PaymentDeps = Pick<Deps, 'provider' | 'logger' | 'now' | 'checkpoint' | 'config'>;

/** The state of a payment. `open`: its intent is not confirmed; `processing`: the outcome is unknown. */
export type Settlement =
  | { kind: 'paid' }
  | { kind: 'canceled'; failure: ProviderFailure | null }
  | { kind: 'open'; intentId: string }
  | { kind: 'requires_action'; clientSecret: string | null }
  | { kind: 'processing' };

/** In the intent register: this payment must never have an intent. */
export const NO_INTENT = 'none';

/**
 * Books or closes a payment by the state of its intent at the provider. With `closesOpen` (the sweep) an intent that is
 * not confirmed or not authenticated is canceled at the provider, and a missing one is ruled out. Throws
 * ProviderUnavailable.
 */
export async function settle(
  paymentId: string,
  deps: PaymentDeps,
  { closesOpen = false } = {},
): Promise<Settlement> {
  const final = await finals().findOne({ _id: paymentId });
  const payment = await findPayment(paymentId);
  if (!payment) throw new Error(`there is no payment ${paymentId}`);
  if (final?.result === 'paid') return finishUnlessDone(payment, deps);
  if (final) return canceled(payment, deps);
  const intentId = await registeredIntent(paymentId, closesOpen);
  if (!intentId) return { kind: 'processing' };
  if (intentId === NO_INTENT) return close(payment, deps);
  return settleIntent(payment, await deps.provider.retrieveIntent(intentId), deps, closesOpen);
}

/** The registered intent; with `closesOpen` a missing one is ruled out, so that no slow handler registers one later. */
async function registeredIntent(paymentId: string, closesOpen: boolean): Promise<string | undefined> {
  if (closesOpen) await insertOnce(intents(), { _id: paymentId, intentId: NO_INTENT });
  return (await intents().findOne({ _id: paymentId }))?.intentId;
}

/**
 * Rules out a payment that was refused: nothing can be charged under its id any more. Returns false where an intent of it
 * is registered, which may be charged.
 */
export async function ruleOutPayment(paymentId: string): Promise<boolean> {
  return (await registeredIntent(paymentId, true)) === NO_INTENT;
}

/** Books, closes or leaves a payment by the state of its registered intent. */
export async function settleIntent(
  payment: PaymentRecord,
  intent: ProviderIntent,
  deps: PaymentDeps,
  closesOpen = false,
): Promise<Settlement> {
  switch (intent.status) {
    case 'succeeded':
      return book(payment, intent, deps);
    case 'canceled':
      return close(payment, deps);
    case 'processing':
      return { kind: 'processing' };
    case 'open':
      if (!closesOpen) return { kind: 'open', intentId: intent.id };
      break;
    case 'requires_action':
      if (!closesOpen) return { kind: 'requires_action', clientSecret: intent.clientSecret };
      break;
    case 'needs_card':
      // The card was declined: an intent is confirmed with one card only.
      break;
  }
  const after = await deps.provider.cancelIntent(intent.id, payment._id);
  await deps.checkpoint('canceled-at-provider');
  if (after.status !== 'canceled' && after.status !== 'succeeded') return { kind: 'processing' };
  return settleIntent(payment, after, deps, closesOpen);
}

/** The charge succeeded. The ledger entry before the final record, so that every paid payment is in the ledger. */
async function book(payment: PaymentRecord, intent: ProviderIntent, deps: PaymentDeps): Promise<Settlement> {
  if (
    intent.amount !== payment.total ||
    intent.currency !== payment.currency ||
    intent.paymentId !== payment._id ||
    intent.accountId !== payment.account
  ) {
    await reportForReview('mismatch', { ...intent, paymentId: payment._id }, deps);
    return { kind: 'processing' };
  }
  const card = await cardThatPaid(payment, intent, deps);
  const entry = chargeEntry(payment, { intentId: intent.id, card }, deps.now());
  const isFirst = (await bookEntries([entry])) === 1;
  await deps.checkpoint('booked');
  await insertOnce(finals(), { _id: payment._id, result: 'paid', finalDt: deps.now() });
  await deps.checkpoint('finalized');
  if (isFirst) paymentsEnded.inc({ outcome: 'paid' });
  const paid = { payment: withCard(payment, card), paidDt: entry.entryDt };
  return finishPaid(isFirst ? paid : ((await asPaid(payment)) ?? paid), deps);
}

/** The card that paid: with the client secret, a browser may have confirmed with another card than the payment's. */
async function cardThatPaid(
  { card }: PaymentRecord,
  { cardId }: ProviderIntent,
  { provider }: PaymentDeps,
): Promise<PaymentCard> {
  if (cardId === null || cardId === card.id) return card;
  const other = await provider.retrieveCard(cardId);
  return other ? describeCard(other) : { id: cardId, fingerprint: null, cardType: null, last4: null };
}

/** Step 9 of a payment that has its final record, unless it is done. */
async function finishUnlessDone(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  if (!(await openPayments().findOne({ _id: payment._id }))) return { kind: 'paid' };
  return finishPaid((await asPaid(payment)) ?? { payment, paidDt: deps.now() }, deps);
}

/** Step 9: receipt mail, limits of declined cards, projections, marker. May be repeated. */
async function finishPaid({ payment, paidDt }: PaidPayment, deps: PaymentDeps): Promise<Settlement> {
  await queueMail(
    { _id: `${payment._id}:receipt`, ...receiptMail(payment, paidDt, deps.config) },
    deps.now(),
  );
  await deps.checkpoint('receipt-queued');
  await rememberPaidCard(payment.memberId, payment.card.fingerprint, paidDt);
  if (!payment.isKnownCard) await endTry(payment._id, payment.tryKeys);
  const places = payment.lines.map(({ donationId, isJoiningFee, ...place }) => ({
    ...{ ...place, _id: donationId },
    ...(isJoiningFee && { source: 'joining' as const }),
  }));
  await projectDonations(
    places.map(({ _id }) => _id),
    deps.now(),
    places,
  );
  await deps.checkpoint('projected');
  await openPayments().deleteOne({ _id: payment._id });
  return { kind: 'paid' };
}

/** Nothing was charged and nothing can be. The final record frees the claims. */
async function close(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  const isFirst = await insertOnce(finals(), { _id: payment._id, result: 'canceled', finalDt: deps.now() });
  await deps.checkpoint('closed');
  const settlement = await canceled(payment, deps);
  if (isFirst) paymentsEnded.inc({ outcome: settlement.failure ? 'declined' : 'canceled' });
  return settlement;
}

/** After a canceled payment: counts a declined card, gives its place in the limits back, removes the marker. */
async function canceled(
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<Extract<Settlement, { kind: 'canceled' }>> {
  const failure = await failureOf(payment, deps);
  if (await openPayments().findOne({ _id: payment._id })) {
    const { _id, tryKeys } = payment;
    if (failure) await countDecline(payment, failure, deps.now());
    await deps.checkpoint('decline-counted');
    await endTry(_id, tryKeys);
    await openPayments().deleteOne({ _id });
  }
  return { kind: 'canceled', failure };
}

/** Why the card was declined; null when it was not, or was never tried. */
async function failureOf(payment: PaymentRecord, deps: PaymentDeps): Promise<ProviderFailure | null> {
  const attempt = await attempts().findOne({ _id: `${payment._id}:1` });
  if (!attempt || attempt.result === 'declined') return attempt?.failure ?? null;
  // The process died before it stored the answer, or 3-D Secure failed later: ask the provider.
  const intentId = await registeredIntent(payment._id, false);
  if (!intentId || intentId === NO_INTENT) return null;
  return (await deps.provider.retrieveIntent(intentId)).failure;
}

/** Puts a charge that does not match its payment, or has none, on the list for staff. */
export async function reportForReview(
  providerStatus: 'mismatch' | 'unknown',
  charge: { id: string; amount: number | null; currency: string; paymentId: string | null },
  { logger, now, config }: Pick<PaymentDeps, 'logger' | 'now' | 'config'>,
): Promise<void> {
  const { id, amount, currency, paymentId } = charge;
  const isNew = await noteForReview(
    {
      key: id,
      type: 'unknown_payment',
      providerId: id,
      providerStatus,
      answerBy: null,
      amount: amount === null ? null : cents(amount),
      currency: currency || config.CURRENCY,
      paymentId,
      at: now(),
    },
    now(),
  );
  if (isNew) logger.error({ intentId: id, paymentId, providerStatus }, 'a charge needs a look by staff');
}
