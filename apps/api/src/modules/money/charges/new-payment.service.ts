/**
 * Steps 1 and 2 of a charge (payments.md): the checked payment, and its record. A payment that is refused in step 1 has
 * left no records.
 */
import { createHash } from 'node:crypto';
import { paymentFigures, type DonationPayRequest } from '@kinfold/domain/payment';
import type { Actor } from '../../../platform/auth.ts';
import { insertOnce } from '../../../platform/database.ts';
import { AppError, conflict, forbidden, invalid } from '../../../platform/problem.ts';
import { countTry, type Limit } from '../../../platform/rate-limit.ts';
import { payingCard } from '../cards/card.service.ts';
import { hasPaidBefore, tryKeysOf } from '../cards/card-tries.service.ts';
import { noCardsText, severalRecipientsText } from '@kinfold/domain/connected-account';
import { ownMember } from '../../identity/access/member-access.service.ts';
import { recipientsOf } from '../../funds/donations/recipient.service.ts';
import { findPayment, insertPayment, payerKey, type PaymentRecord } from '../ledger/payment.service.ts';
import { fullName } from '../../people/members/member.service.ts';
import { newMarker, openPayments } from './charge.model.ts';
import { findFreeEpochs, type FreeEpochs } from './claim.service.ts';
import { quote, type QuotedLine } from './quote.service.ts';
import type { PaymentDeps } from './settle.service.ts';

export type ChargeRequest = {
  paymentId: string;
  actor: Actor;
  payeeMemberId: string;
  request: DonationPayRequest;
  /** The key of the caller's network address (`addressKey`), for the limits of declined cards. */
  address: string;
  byAutopay?: true;
  /** The payer named the dues of others by their reference: what their receipt says of whom it was for. */
  paidForTyped?: string;
};

/** The hash of a request, which retries must repeat; the order of the lines does not matter. */
export function hashOf({ actor, payeeMemberId, request }: ChargeRequest): string {
  const donations = request.donations.map(({ donation_id, amount }) => `${donation_id}:${amount}`).toSorted();
  const { cardData, donationAmount, processingFee, campaign_id, donation_id } = request;
  const details = [actor.userId, payeeMemberId, cardData.id, cardData.token, donationAmount, processingFee];
  return createHash('sha256')
    .update(JSON.stringify([...details, campaign_id, donation_id, donations]))
    .digest('hex');
}

/** A payment without records yet, with what was read for it. */
export type NewPayment = {
  payment: PaymentRecord;
  lines: readonly QuotedLine[];
  freeEpochs: FreeEpochs;
};

/**
 * Step 1: the payment of a request, with checked figures and card. Throws 422 for wrong figures, 403 without a linked
 * member (but for dues by their reference), 404 for dues that are not the payer's, 402 for an unknown card, 409 while another user pays the same dues or
 * their recipient takes no cards.
 */
export async function newPayment(input: ChargeRequest, deps: PaymentDeps): Promise<NewPayment> {
  const { paymentId, actor, payeeMemberId, request, address, byAutopay, paidForTyped } = input;
  const member = await ownMember(actor);
  const isByReference = paidForTyped !== undefined;
  if (!member && !isByReference)
    throw forbidden('Link your account to a member before you pay.', 'not_linked');
  const { CURRENCY: currency } = deps.config;
  const quoted = await quote(request, { member, payeeMemberId, isByReference }, currency, deps.now());
  const memberId = member?._id ?? null;
  const payer = payerKey({ memberId, userId: actor.userId });
  if (!quoted.length) throw invalid([{ path: 'donations', message: 'Choose what to pay' }]);
  const accountId = await payableAccount(quoted);
  const lines = quoted.map((line) => lineOf(line, paidForTyped));
  const donationIds = lines.map(({ donationId }) => donationId);
  const freeEpochs = await findFreeEpochs(paymentId, donationIds);
  if (!freeEpochs) throw await inProgress(payer, deps.now());
  const { customerId, ...card } = await payingCard(deps.provider, memberId, request.cardData);
  const { amount, processingFee, total } = paymentFigures(lines);
  const payment: PaymentRecord = {
    _id: paymentId,
    requestHash: hashOf(input),
    userId: actor.userId,
    email: actor.email,
    memberId,
    payeeMemberId,
    lines,
    amount,
    processingFee,
    total,
    currency,
    account: accountId,
    customerId,
    card,
    tryKeys: tryKeysOf({ payer, address, fingerprint: card.fingerprint }),
    isKnownCard: await hasPaidBefore(memberId, card),
    ...(byAutopay && { byAutopay }),
    ...(isByReference && { byReference: true as const }),
    createdDt: deps.now(),
  };
  return { payment, lines: quoted, freeEpochs };
}

/**
 * Returns the account that all lines are paid to, decided here once: the payment keeps it, whatever is connected later.
 * Throws 422 for lines of several accounts, 409 when theirs takes no payments.
 */
async function payableAccount(lines: readonly QuotedLine[]): Promise<string | null> {
  const campaignIds = lines.map(({ donation }) => donation.campaignId);
  const recipients = campaignIds.map(await recipientsOf(campaignIds));
  if (new Set(recipients.map(({ accountId }) => accountId)).size > 1) {
    const message = severalRecipientsText(recipients.map(({ name }) => name));
    throw new AppError(422, 'several_recipients', message, { errors: [{ path: 'donations', message }] });
  }
  const blocked = recipients.find(({ takesCards }) => !takesCards);
  if (blocked) throw recipientUnavailable(blocked.name);
  return recipients[0]?.accountId ?? null;
}

/** The 409 for a recipient whose account takes no payments. */
export const recipientUnavailable = (name: string) => conflict('recipient_unavailable', noCardsText(name));

function lineOf(
  { donation, amount }: QuotedLine,
  paidForTyped: string | undefined,
): PaymentRecord['lines'][number] {
  const { primaryMember } = donation;
  return {
    donationId: donation._id,
    campaignMembershipId: donation.campaignMembershipId,
    ...(donation.source === 'joining' && { isJoiningFee: true as const }),
    campaignRunId: donation.campaignRunId,
    organizationNumber: donation.organizationNumber,
    organizationName: donation.organizationName,
    description: `${donation.campaignName}: ${donation.campaignRunName}`,
    paidFor: paidForTyped ?? fullName(primaryMember),
    externalRef: donation.externalRef,
    amount,
  };
}

/** Limit of tries to pay claimed dues: each costs several database reads, and none can succeed. */
const BUSY_DUES: Limit = { name: 'busy-dues', max: 20, windowSeconds: 15 * 60 };

/** The 409 for claimed dues. Throws 429 when the payer has got it too often. */
export async function inProgress(payer: string, now: Date): Promise<AppError> {
  await countTry(BUSY_DUES, payer, now);
  return conflict(
    'payment_in_progress',
    'Somebody is paying these dues right now. Please look again in a minute.',
  );
}

/** Step 2: records a payment, or returns the record of a concurrent request that was first. */
export async function recordPayment(payment: PaymentRecord, deps: PaymentDeps): Promise<PaymentRecord> {
  // The marker first, so that the sweep finds every abandoned payment.
  await insertOnce(openPayments(), newMarker(payment._id, payment.createdDt));
  await deps.checkpoint('opened');
  if (await insertPayment(payment)) {
    await deps.checkpoint('recorded');
    return payment;
  }
  const twin = await findPayment(payment._id);
  if (!twin) throw new Error(`payment ${payment._id} is neither new nor known`);
  return twin;
}
