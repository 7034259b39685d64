/**
 * A card payment, in the steps of payments.md "Steps of a charge". A process may die after any step: the sweep, the
 * webhook or a retry of the request completes the payment. Nobody is charged twice and no charge is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentFigures } from '@kinfold/domain/payment';
import { listOf } from '@kinfold/domain/text';
import {
  ProviderRefusal,
  ProviderUnavailable,
  RecipientRefusal,
  type ProviderFailure,
  type ProviderIntent,
} from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { AppError, conflict, invalid } from '../../../platform/problem.ts';
import { endTry, keepOwnPlace } from '../cards/card-tries.service.ts';
import { reserveTryOf } from '../cards/decline-notice.service.ts';
import { doubtAccount } from '../connected-accounts/connected-account.service.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { recipientsOf } from '../../funds/donations/recipient.service.ts';
import { findPayment, payerKey, type PaymentRecord } from '../ledger/payment.service.ts';
import { attempts, finals, intents, openPayments } from './charge.model.ts';
import { claimDonations } from './claim.service.ts';
import {
  hashOf,
  inProgress,
  newPayment,
  recipientUnavailable,
  recordPayment,
  type ChargeRequest,
  type NewPayment,
} from './new-payment.service.ts';
import { owedLines, type QuotedLine } from './quote.service.ts';
import { NO_INTENT, settle, settleIntent, type PaymentDeps, type Settlement } from './settle.service.ts';
import { resetBackoff } from './sweep.service.ts';

/** The outcome of a charge; `processing` while it is unknown, `closed` when it was canceled without a decline. */
export type ChargeOutcome = { paymentId: string } & (
  | { kind: 'paid'; payment: PaymentRecord }
  | { kind: 'declined'; failure: ProviderFailure }
  | { kind: 'closed' }
  | { kind: 'requires_action'; clientSecret: string | null }
  | { kind: 'processing' }
);

/**
 * Charges a card for donations, once per paymentId. Throws 422 when figures differ or the paymentId was used for another
 * request, 409 when another user is paying the same dues, 404 for dues that are not the payer's, 429 after too many
 * declined cards.
 */
export async function charge(input: ChargeRequest, deps: PaymentDeps): Promise<ChargeOutcome> {
  const known = await findPayment(input.paymentId);
  if (known) return continuePayment(known, input, deps);
  await deps.checkpoint('received');
  let fresh: NewPayment;
  try {
    fresh = await preparePayment(input, deps);
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderUnavailable)) throw error;
    // A concurrent request with the same paymentId may have paid these dues.
    const twin = await findPayment(input.paymentId);
    if (twin) return continuePayment(twin, input, deps);
    // Nothing was recorded: the browser sends the request again.
    if (error instanceof ProviderUnavailable) return { paymentId: input.paymentId, kind: 'processing' };
    throw error;
  }
  const recorded = await recordPayment(fresh.payment, deps);
  requireSameRequest(recorded, input);
  return pay(recorded, deps, recorded === fresh.payment ? fresh : undefined);
}

/** Step 1: the checked payment, counted as a try of its card. */
async function preparePayment(input: ChargeRequest, deps: PaymentDeps): Promise<NewPayment> {
  const fresh = await newPayment(input, deps);
  await deps.checkpoint('quoted');
  await takePlace(fresh.payment, deps);
  await deps.checkpoint('counted');
  return fresh;
}

/**
 * Reserves the payment's place in the limits of declined cards (docs/decisions/014). The member's place is kept until
 * the final record, because the card may be declined until then. A card that has paid for this member before needs
 * none.
 */
async function takePlace(payment: PaymentRecord, deps: PaymentDeps): Promise<void> {
  const { _id, email, tryKeys, isKnownCard } = payment;
  if (isKnownCard) return;
  await reserveTryOf({ payer: payerKey(payment), email }, _id, tryKeys, deps);
}

/**
 * Continues a recorded payment. Before its first attempt it reserves its place again, which may have been given back.
 */
async function continuePayment(
  payment: PaymentRecord,
  input: ChargeRequest,
  deps: PaymentDeps,
): Promise<ChargeOutcome> {
  requireSameRequest(payment, input);
  const { _id } = payment;
  if (!(await attempts().findOne({ _id: `${_id}:1` })) && !(await finals().findOne({ _id })))
    await takePlace(payment, deps);
  return pay(payment, deps);
}

/** Throws 422 when the paymentId was used for another request. */
function requireSameRequest(payment: PaymentRecord, input: ChargeRequest): void {
  if (payment.requestHash !== hashOf(input))
    throw new AppError(422, 'idempotency_mismatch', 'This payment was already sent with other details.');
}

/**
 * Takes a recorded payment as far as possible; it may be the record of a concurrent request with the same paymentId.
 * `fresh` is what this request read when it has just recorded the payment.
 */
async function pay(payment: PaymentRecord, deps: PaymentDeps, fresh?: NewPayment): Promise<ChargeOutcome> {
  const settlement = await runSteps(payment, deps, fresh).catch(async (error: unknown) => {
    // Refused before its card was tried, for example because another user is paying: releases its place.
    if (error instanceof AppError) await endTry(payment._id, payment.tryKeys);
    throw error;
  });
  if (settlement.kind === 'processing') await resetBackoff(payment._id, deps.now());
  // 3-D Secure may take minutes: others at the same address must not wait for it.
  if (settlement.kind === 'requires_action') await keepOwnPlace(payment._id, payment.tryKeys);
  return outcomeOf(payment, settlement);
}

/** Steps 3 to 9, from wherever an earlier request with this paymentId left off. */
async function runSteps(payment: PaymentRecord, deps: PaymentDeps, fresh?: NewPayment): Promise<Settlement> {
  if (!fresh && (await isRegistered(payment))) return resume(payment, deps);
  const changed = await claim(payment, deps, fresh);
  if (changed) return ruleOut(payment, changed, deps);
  const intent = await makeIntent(payment, deps);
  if (!intent) return { kind: 'processing' };
  const isOurs = await insertOnce(intents(), { _id: payment._id, intentId: intent.id });
  await deps.checkpoint('intent-registered');
  return isOurs ? confirm(payment, intent.id, deps) : resume(payment, deps);
}

/** Continues with the registered intent, whichever request registered it. */
async function resume(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  const settlement = await settleWithRetry(payment, deps);
  return settlement.kind === 'open' ? confirm(payment, settlement.intentId, deps) : settlement;
}

/**
 * Less is owed than the payment pays: rules out a charge and frees its claims at once, for the next payment. Throws the
 * 409 with the new figures.
 *
 * A concurrent request with the same paymentId (a twin) may be at any step. The intent register decides between them,
 * as it does between a handler and the sweep: the first insert wins. If this `none` is first, the twin cannot register
 * an intent and so never confirms one; no money can move, and the final record `canceled` is correct. An intent that
 * the twin created and did not register stays unconfirmed. If the twin's intent is first, it is the payment's intent,
 * and less may be owed because it has paid: then `resume` asks the provider and cancels nothing by itself. The same
 * holds when the sweep or another twin wrote `none` before.
 */
async function ruleOut(payment: PaymentRecord, changed: AppError, deps: PaymentDeps): Promise<Settlement> {
  await insertOnce(intents(), { _id: payment._id, intentId: NO_INTENT });
  await deps.checkpoint('ruled-out');
  const settlement = await resume(payment, deps);
  if (settlement.kind === 'canceled' && !settlement.failure) throw changed;
  return settlement;
}

const isRegistered = async ({ _id }: PaymentRecord) => (await intents().findOne({ _id })) !== null;

/**
 * Steps 3 and 4. Throws 409 when another user is paying the same dues. Returns the 409 to answer with when less is owed
 * than the payment pays: dues and what is paid on them are read again.
 */
async function claim(
  payment: PaymentRecord,
  deps: PaymentDeps,
  fresh: NewPayment | undefined,
): Promise<AppError | undefined> {
  const donationIds = payment.lines.map((line) => line.donationId);
  const clock = { now: deps.now(), checkpoint: deps.checkpoint };
  if (!(await claimDonations(payment._id, donationIds, clock, fresh?.freeEpochs)))
    throw await inProgress(payerKey(payment), deps.now());
  await deps.checkpoint('claimed');
  // Read again once they are claimed: a refresh of prices may have come between (temporary-claim.service.ts).
  const lines = await readLines(payment);
  const { amount, processingFee, total } = paymentFigures(await owedLines(lines, deps.now()));
  if (amount !== payment.amount)
    return conflict('amount_changed', 'What is owed has changed since.', {
      figures: { donationAmount: amount, processingFee, total },
    });
  await deps.checkpoint('rechecked');
  return undefined;
}

async function readLines(payment: PaymentRecord): Promise<QuotedLine[]> {
  const donations = await findDonations(payment.lines.map((line) => line.donationId));
  return payment.lines.flatMap(({ donationId, amount }) => {
    const donation = donations.find(({ _id }) => _id === donationId);
    return donation ? [{ donation, amount }] : [];
  });
}

/** Step 5: the unconfirmed intent; undefined while the provider is unavailable or a twin's call is in flight. */
async function makeIntent(payment: PaymentRecord, deps: PaymentDeps): Promise<ProviderIntent | undefined> {
  try {
    const intent = await deps.provider.createIntent({
      paymentId: payment._id,
      amount: payment.total,
      currency: payment.currency,
      paymentMethodId: payment.card.id,
      customerId: payment.customerId,
      // The processing fee stays here, where the provider's own fee is paid.
      destination: payment.account === null ? null : { accountId: payment.account, amount: payment.amount },
      description: payment.lines
        .map((line) => `${line.description} (${line.paidFor})`)
        .join(', ')
        .slice(0, 500),
    });
    await deps.checkpoint('intent-created');
    return intent;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    if (!(error instanceof ProviderRefusal)) throw error;
    // The card, or the account of the recipient, cannot be used at all: rules out an intent, which frees the dues.
    await insertOnce(intents(), { _id: payment._id, intentId: NO_INTENT });
    const { kind } = await settle(payment._id, deps);
    // A twin's intent was registered first, and may be charged.
    if (kind !== 'canceled') return undefined;
    if (error instanceof RecipientRefusal) throw await refusedRecipient(payment, deps);
    // The provider's minimum in this currency is above the minimum of the quote.
    if (error.failure.code === 'amount_too_small')
      throw invalid([{ path: 'donationAmount', message: 'This amount is too small for a card payment.' }]);
    throw new AppError(402, error.failure.code ?? 'card_declined', error.message, {
      decline_code: error.failure.decline_code,
    });
  }
}

/** Steps 7 and 8: confirms the registered intent, once. */
async function confirm(payment: PaymentRecord, intentId: string, deps: PaymentDeps): Promise<Settlement> {
  const attemptId = `${payment._id}:1`;
  await Promise.all([
    insertOnce(attempts(), { _id: attemptId, paymentId: payment._id, startedDt: deps.now() }),
    // Before the confirmation: from here on money may have moved, and the sweep takes these payments first.
    openPayments().updateOne({ _id: payment._id }, { $set: { isAttempted: true } }),
  ]);
  await deps.checkpoint('attempted');
  const outcome = await deps.provider.confirmIntent(intentId, payment._id, payment.byAutopay);
  await deps.checkpoint('confirmed');
  await attempts().updateOne(
    { _id: attemptId, result: { $exists: false } },
    { $set: { result: outcome.kind, failure: outcome.kind === 'declined' ? outcome.failure : null } },
  );
  if (outcome.kind === 'answered') return settleIntent(payment, outcome.intent, deps);
  if (outcome.kind === 'recipient_refused') {
    // No try of this intent can succeed: closed as the sweep would, which books it if a twin was charged before.
    const settlement = await settle(payment._id, deps, { closesOpen: true });
    if (settlement.kind === 'canceled' && !settlement.failure) throw await refusedRecipient(payment, deps);
    return settlement;
  }
  const settlement = await settleWithRetry(payment, deps);
  // A twin's confirmation is still in flight.
  return settlement.kind === 'open' ? { kind: 'processing' } : settlement;
}

/** The answer when the provider refuses charges for the account of a payment, which is then queried soon. */
async function refusedRecipient({ account, lines }: PaymentRecord, { now }: PaymentDeps): Promise<AppError> {
  if (account !== null) await doubtAccount(account, now());
  const campaignIds = (await findDonations(lines.map(({ donationId }) => donationId))).map(
    ({ campaignId }) => campaignId,
  );
  const recipientOf = await recipientsOf(campaignIds);
  return recipientUnavailable(listOf(campaignIds.map((campaignId) => recipientOf(campaignId).name)));
}

/** Settles, with two retries within 500 ms while the provider is unavailable; then the outcome is `processing`. */
async function settleWithRetry(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  for (const delay of [100, 400, 0]) {
    try {
      return await settle(payment._id, deps);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
    }
    if (delay) await sleep(delay);
  }
  return { kind: 'processing' };
}

function outcomeOf(payment: PaymentRecord, settlement: Settlement): ChargeOutcome {
  const paymentId = payment._id;
  switch (settlement.kind) {
    case 'paid':
      return { paymentId, kind: 'paid', payment };
    case 'open':
      return { paymentId, kind: 'processing' };
    case 'canceled':
      return settlement.failure
        ? { paymentId, kind: 'declined', failure: settlement.failure }
        : { paymentId, kind: 'closed' };
    default:
      return { paymentId, ...settlement };
  }
}
