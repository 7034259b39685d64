/**
 * A charge, step by step as payments.md has it. Whoever dies anywhere leaves a state that the sweep, the webhook or
 * the same request sent again brings to its end; nobody is charged twice and no charge is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cents } from '@kinfold/domain/money';
import { paymentFigures } from '@kinfold/domain/payment';
import {
  ProviderRefusal,
  ProviderUnavailable,
  type ProviderFailure,
  type ProviderIntent,
} from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { AppError, conflict, invalid } from '../../platform/problem.ts';
import { endTry, hasPaidBefore, keepOwnPlace } from '../cards/card-tries.service.ts';
import { reserveTryOf } from '../cards/decline-notice.service.ts';
import { findDonations } from '../donations/donation.service.ts';
import { findPayment, type PaymentRecord } from '../ledger/payment.service.ts';
import { attempts, finals, intents, openPayments } from './charge.model.ts';
import { claimDonations } from './claim.service.ts';
import { hashOf, inProgress, newPayment, recordPayment, type ChargeRequest } from './new-payment.service.ts';
import { owedLines } from './quote.service.ts';
import { NO_INTENT, settle, settleIntent, type PaymentDeps, type Settlement } from './settle.service.ts';
import { wake } from './sweep.service.ts';

/** How a charge ended, as far as we know. */
export type ChargeOutcome = { paymentId: string } & (
  | { kind: 'paid'; payment: PaymentRecord }
  | { kind: 'declined'; failure: ProviderFailure }
  | { kind: 'closed' }
  | { kind: 'requires_action'; clientSecret: string | null }
  | { kind: 'processing' }
);

/**
 * Charges a card for donations, once per paymentId. Throws 422 when figures differ or the paymentId was used for
 * another request, 409 when somebody else is paying the same dues, 404 for dues that are not the payer's, 429 after
 * too many declined cards.
 */
export async function charge(input: ChargeRequest, deps: PaymentDeps): Promise<ChargeOutcome> {
  const known = await findPayment(input.paymentId);
  if (known) return goOn(known, input, deps);
  await deps.checkpoint('received');
  let payment: PaymentRecord;
  try {
    payment = await admit(input, deps);
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderUnavailable)) throw error;
    // A twin of this very request may have paid these dues a moment ago.
    const twin = await findPayment(input.paymentId);
    if (twin) return goOn(twin, input, deps);
    // Nothing was begun: the same request again begins.
    if (error instanceof ProviderUnavailable) return { paymentId: input.paymentId, kind: 'processing' };
    throw error;
  }
  const recorded = await recordPayment(payment, deps);
  refuseOthers(recorded, input);
  return pay(recorded, deps);
}

/** A payment that may be made, with its place among the tries of its card. */
async function admit(input: ChargeRequest, deps: PaymentDeps): Promise<PaymentRecord> {
  const payment = await newPayment(input, deps);
  await deps.checkpoint('quoted');
  await takePlace(payment, deps);
  await deps.checkpoint('counted');
  return payment;
}

/**
 * Takes the payment's place among the tries; the member's own is kept until the final record, for until then the card
 * may still be refused. A card that has paid for this member before needs none.
 */
async function takePlace(payment: PaymentRecord, deps: PaymentDeps): Promise<void> {
  const { _id, memberId, email, tryKeys = [], card } = payment;
  if (await hasPaidBefore(memberId, { id: card.id, fingerprint: card.fingerprint ?? null })) return;
  await reserveTryOf({ memberId, email }, _id, tryKeys, deps);
}

/** Goes on with a payment that was recorded before. One whose card was not tried yet may have lost its place. */
async function goOn(payment: PaymentRecord, input: ChargeRequest, deps: PaymentDeps): Promise<ChargeOutcome> {
  refuseOthers(payment, input);
  const { _id } = payment;
  if (!(await attempts().findOne({ _id: `${_id}:1` })) && !(await finals().findOne({ _id })))
    await takePlace(payment, deps);
  return pay(payment, deps);
}

/** Throws 422 for a payment that was recorded under this paymentId for another request. */
function refuseOthers(payment: PaymentRecord, input: ChargeRequest): void {
  if (payment.requestHash !== hashOf(input))
    throw new AppError(422, 'idempotency_mismatch', 'This payment was already sent with other details.');
}

/** Brings a recorded payment as far as it goes: our own record, or that of a twin. */
async function pay(payment: PaymentRecord, deps: PaymentDeps): Promise<ChargeOutcome> {
  const settlement = await drive(payment, deps).catch(async (error: unknown) => {
    // Refused before its card was tried, as while somebody else is paying. If it goes on it takes its place again.
    if (error instanceof AppError) await endTry(payment._id, payment.tryKeys ?? [], deps.now());
    throw error;
  });
  if (settlement.kind === 'processing') await wake(payment._id, deps.now());
  // The bank asks the cardholder.
  if (settlement.kind === 'requires_action')
    await keepOwnPlace(payment._id, payment.tryKeys ?? [], deps.now());
  return outcomeOf(payment, settlement);
}

/** Steps 3 to 9, from wherever an earlier request with this paymentId left off. */
async function drive(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  if (await isRegistered(payment)) return resume(payment, deps);
  const changed = await claim(payment, deps);
  if (changed) return ruleOut(payment, changed, deps);
  const intent = await makeIntent(payment, deps);
  if (!intent) return { kind: 'processing' };
  const isOurs = await insertOnce(intents(), { _id: payment._id, intentId: intent.id });
  await deps.checkpoint('intent-registered');
  return isOurs ? confirm(payment, intent.id, deps) : resume(payment, deps);
}

/** Goes on with the stored intent, whoever stored it. */
async function resume(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  const settlement = await settled(payment, deps);
  return settlement.kind === 'open' ? confirm(payment, settlement.intentId, deps) : settlement;
}

/**
 * Less is owed than the payment pays: it must never charge, and what it claimed is free again at once, so that the
 * next try is not held up by this one. Throws the 409 that says so.
 *
 * A twin of this very request may stand anywhere meanwhile. The intent register decides between the two, as it does
 * between a handler and the sweep: whoever inserts first. If this insert is first, the twin finds `none` where it
 * would register its intent and never confirms one, so no money can move and the final record `canceled` is true; an
 * intent that it has made and not registered stays an unconfirmed one. If the twin's is first, its intent is the
 * payment's: what is owed may be less just because it has paid. Then `resume` goes by the provider's word and writes
 * no final record of its own accord. The same holds when the sweep, or another twin, ruled the intent out before.
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
 * Steps 3 and 4. Throws 409 when others are paying the same dues; gives the 409 to answer with when less is owed
 * than the payment pays.
 */
async function claim(payment: PaymentRecord, deps: PaymentDeps): Promise<AppError | undefined> {
  const donationIds = payment.lines.map((line) => line.donationId);
  if (!(await claimDonations(payment._id, donationIds, deps.now(), deps.checkpoint)))
    throw await inProgress(payment.memberId, deps.now());
  await deps.checkpoint('claimed');
  const { amount, processingFee, total } = paymentFigures(await stillOwed(payment, deps));
  if (amount !== payment.amount)
    return conflict('amount_changed', 'What is owed has changed since. Nothing was charged.', {
      figures: { donationAmount: amount, processingFee, total },
    });
  await deps.checkpoint('rechecked');
  return undefined;
}

async function stillOwed(payment: PaymentRecord, deps: PaymentDeps): Promise<{ amount: Cents }[]> {
  const donations = await findDonations(payment.lines.map((line) => line.donationId));
  const lines = payment.lines.flatMap(({ donationId, amount }) => {
    const donation = donations.find(({ _id }) => _id === donationId);
    return donation ? [{ donation, amount }] : [];
  });
  return owedLines(lines, deps.now());
}

/** Step 5: the intent, unconfirmed. Undefined while the provider cannot be asked or a twin is asking. */
async function makeIntent(payment: PaymentRecord, deps: PaymentDeps): Promise<ProviderIntent | undefined> {
  try {
    const intent = await deps.provider.createIntent({
      paymentId: payment._id,
      amount: payment.total,
      currency: payment.currency,
      paymentMethodId: payment.card.id,
      customerId: payment.customerId,
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
    // The card cannot be used at all: there will be no intent, and the dues are free again.
    await insertOnce(intents(), { _id: payment._id, intentId: NO_INTENT });
    await settle(payment._id, deps);
    // In a currency whose least charge is above what the quote asks for.
    if (error.failure.code === 'amount_too_small')
      throw invalid([{ path: 'donationAmount', message: 'This amount is too small for a card payment.' }]);
    throw new AppError(402, error.failure.code ?? 'card_declined', error.message, {
      decline_code: error.failure.decline_code,
    });
  }
}

/** Steps 7 and 8: confirm the stored intent, once. */
async function confirm(payment: PaymentRecord, intentId: string, deps: PaymentDeps): Promise<Settlement> {
  const attemptId = `${payment._id}:1`;
  await Promise.all([
    insertOnce(attempts(), { _id: attemptId, paymentId: payment._id, startedDt: deps.now() }),
    // Before the provider is asked: from here on money may have moved, and the sweep takes these payments first.
    openPayments().updateOne({ _id: payment._id }, { $set: { isAttempted: true } }),
  ]);
  await deps.checkpoint('attempted');
  const outcome = await deps.provider.confirmIntent(intentId, payment._id);
  await deps.checkpoint('confirmed');
  await attempts().updateOne(
    { _id: attemptId, result: { $exists: false } },
    { $set: { result: outcome.kind, failure: outcome.kind === 'declined' ? outcome.failure : null } },
  );
  if (outcome.kind === 'answered') return settleIntent(payment, outcome.intent, deps);
  const settlement = await settled(payment, deps);
  // Confirmed by a twin whose answer is still on its way.
  return settlement.kind === 'open' ? { kind: 'processing' } : settlement;
}

/** Settles, giving the provider a moment when it is busy or away; then it is not known yet. */
async function settled(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
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
