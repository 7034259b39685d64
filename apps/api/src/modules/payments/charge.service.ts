/**
 * A charge, step by step as payments.md has it. Whoever dies anywhere leaves a state that the sweep, the webhook or
 * the same request sent again brings to its end; nobody is charged twice and no charge is lost.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cents } from '@kinfold/domain/money';
import { paymentFigures, type DonationPayRequest } from '@kinfold/domain/payment';
import type { Actor } from '../../platform/auth.ts';
import {
  ProviderRefusal,
  ProviderUnavailable,
  type ProviderFailure,
  type ProviderIntent,
} from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { AppError, conflict, forbidden, invalid } from '../../platform/problem.ts';
import { payingCard } from '../cards/card.service.ts';
import { findDonations } from '../donations/donation.service.ts';
import { claimDonations } from './claim.service.ts';
import { attempts, intents, openPayments, payments, type PaymentRecord } from './payment.model.ts';
import { owedLines, quote, type QuotedLine } from './quote.service.ts';
import { NO_INTENT, settle, settleIntent, type PaymentDeps, type Settlement } from './settle.service.ts';

export type ChargeRequest = {
  paymentId: string;
  actor: Actor;
  payeeMemberId: string;
  request: DonationPayRequest;
};

/** How a charge ended, as far as we know. */
export type ChargeOutcome = { payment: PaymentRecord } & (
  | { kind: 'paid' }
  | { kind: 'declined'; failure: ProviderFailure }
  | { kind: 'closed' }
  | { kind: 'requires_action'; clientSecret: string | null }
  | { kind: 'processing' }
);

/**
 * Charges a card for donations, once per paymentId. Throws 422 when figures differ or the paymentId was used for
 * another request, 409 when somebody else is paying the same dues, 404 for dues that are not the payer's.
 */
export async function charge(input: ChargeRequest, deps: PaymentDeps): Promise<ChargeOutcome> {
  const requestHash = hashOf(input);
  const payment = (await findPayment(input)) ?? (await recordPayment(input, requestHash, deps));
  // Our own record, that of a twin request a moment earlier, or somebody else's.
  if (payment.requestHash !== requestHash)
    throw new AppError(422, 'idempotency_mismatch', 'This payment was already sent with other details.');
  return outcomeOf(payment, await drive(payment, deps));
}

const findPayment = ({ paymentId }: ChargeRequest) => payments().findOne({ _id: paymentId });

/** The same request has the same hash; the order of its lines does not matter. */
function hashOf({ actor, payeeMemberId, request }: ChargeRequest): string {
  const donations = request.donations.map(({ donation_id, amount }) => `${donation_id}:${amount}`).toSorted();
  const { cardData, donationAmount, processingFee, campaign_id, donation_id } = request;
  const said = [actor.userId, payeeMemberId, cardData.id, cardData.token, donationAmount, processingFee];
  return createHash('sha256')
    .update(JSON.stringify([...said, campaign_id, donation_id, donations]))
    .digest('hex');
}

/** Steps 1 and 2: quote, then record the payment; a twin's record that came first is given instead. */
async function recordPayment(
  input: ChargeRequest,
  requestHash: string,
  deps: PaymentDeps,
): Promise<PaymentRecord> {
  await deps.checkpoint('received');
  let payment: PaymentRecord;
  try {
    payment = await newPayment(input, requestHash, deps);
  } catch (error) {
    // A twin of this very request may have paid these dues a moment ago.
    const twin = error instanceof AppError ? await findPayment(input) : null;
    if (twin) return twin;
    throw error;
  }
  await deps.checkpoint('quoted');
  // The marker first: a payment that nobody finishes is always found by the sweep.
  await insertOnce(openPayments(), { _id: payment._id, createdDt: payment.createdDt });
  await deps.checkpoint('opened');
  if (await insertOnce(payments(), payment)) {
    await deps.checkpoint('recorded');
    return payment;
  }
  const twin = await findPayment(input);
  if (!twin) throw new Error(`payment ${payment._id} is neither new nor known`);
  return twin;
}

/** Step 1: what the request asks for, with figures that are ours and a card that may be used. */
async function newPayment(
  { paymentId, actor, payeeMemberId, request }: ChargeRequest,
  requestHash: string,
  deps: PaymentDeps,
): Promise<PaymentRecord> {
  const { memberId } = actor;
  if (!memberId) throw forbidden('Link your account to a member before you pay.');
  const { CURRENCY: currency } = deps.config;
  const lines = await quote(request, { memberId, payeeMemberId }, currency, deps.now());
  const card = await payingCard(deps.provider, memberId, request.cardData);
  const [first] = lines;
  if (!first) throw invalid([{ path: 'donations', message: 'Choose what to pay' }]);
  const { amount, processingFee, total } = paymentFigures(lines);
  return {
    _id: paymentId,
    requestHash,
    userId: actor.userId,
    email: actor.email,
    memberId,
    payeeMemberId,
    organizationNumber: first.donation.organizationNumber,
    organizationName: first.donation.organizationName,
    lines: lines.map(lineOf),
    amount,
    processingFee,
    total,
    currency,
    account: null,
    customerId: card.customerId,
    card: { id: card.id, cardType: card.cardType, last4: card.last4 },
    createdDt: deps.now(),
  };
}

function lineOf({ donation, amount }: QuotedLine): PaymentRecord['lines'][number] {
  const { primaryMember } = donation;
  return {
    donationId: donation._id,
    campaignMembershipId: donation.campaignMembershipId,
    campaignRunId: donation.campaignRunId,
    description: `${donation.campaignName}: ${donation.campaignRunName}`,
    paidFor: `${primaryMember.firstNm} ${primaryMember.lastNm}`,
    externalRef: donation.externalRef,
    amount,
  };
}

/** Steps 3 to 9, from wherever an earlier request with this paymentId left off. */
async function drive(payment: PaymentRecord, deps: PaymentDeps): Promise<Settlement> {
  if (await isRegistered(payment)) return resume(payment, deps);
  const changed = await claim(payment, deps);
  // What is owed may be less because a twin of this very request has paid it.
  if (changed && (await isRegistered(payment))) return resume(payment, deps);
  if (changed) throw changed;
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

const isRegistered = async ({ _id }: PaymentRecord) => (await intents().findOne({ _id })) !== null;

/**
 * Steps 3 and 4. Throws 409 when others are paying the same dues; gives the 409 to answer with when less is owed
 * than the payment pays.
 */
async function claim(payment: PaymentRecord, deps: PaymentDeps): Promise<AppError | undefined> {
  const donationIds = payment.lines.map((line) => line.donationId);
  if (!(await claimDonations(payment._id, donationIds, deps.now(), deps.checkpoint)))
    throw conflict(
      'payment_in_progress',
      'Somebody is paying these dues right now. Nothing was charged. Please look again in a minute.',
    );
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
  await insertOnce(attempts(), { _id: attemptId, paymentId: payment._id, startedDt: deps.now() });
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
  switch (settlement.kind) {
    case 'open':
      return { payment, kind: 'processing' };
    case 'canceled':
      return settlement.failure
        ? { payment, kind: 'declined', failure: settlement.failure }
        : { payment, kind: 'closed' };
    default:
      return { payment, ...settlement };
  }
}
