/** Events of the card provider: they trigger `settle`; their amounts are never booked (payments.md "Webhooks"). */
import type { ProviderEvent } from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { settleSetupOf } from '../cards/card-setup.service.ts';
import { countDecline } from '../cards/card-tries.service.ts';
import { refreshAccount } from '../connected-accounts/connected-account.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { intents, newMarker, openPayments, providerEvents } from './charge.model.ts';
import { reportForReview, settle, type PaymentDeps } from './settle.service.ts';
import { resetBackoff, settleReported } from './sweep.service.ts';

/**
 * Stores an event as received, after a marker for the money that it reports: the sweep books what this process does not.
 * Returns false when it was received before.
 */
export async function recordEvent(event: ProviderEvent, body: string, deps: PaymentDeps): Promise<boolean> {
  const { id, money } = event;
  if (await providerEvents().findOne({ _id: id }, { projection: { _id: 1 } })) return false;
  if (money && isAboutMoney(event))
    await insertOnce(openPayments(), {
      ...newMarker(markerOf(event), deps.now()),
      isAttempted: true,
      reported: money,
    });
  await noteUnknownCharge(event, deps);
  return insertOnce(providerEvents(), { _id: id, type: event.type, body, receivedDt: deps.now() });
}

const markerOf = ({ id }: ProviderEvent) => `event:${id}`;

/** Whether an event reports money besides charges that were requested here; of payouts those that arrived or failed. */
function isAboutMoney({ type, money }: ProviderEvent): boolean {
  if (!money || !/^(refund|charge\.refund|charge\.refunded|charge\.dispute|payout)(\.|$)/.test(type))
    return false;
  return money.kind !== 'payout' || ['paid', 'failed', 'canceled'].includes(money.status);
}

/** Reports a charge that no payment here requested. */
async function noteUnknownCharge(
  { type, money, paymentId }: ProviderEvent,
  deps: PaymentDeps,
): Promise<void> {
  if (!money || type !== 'payment_intent.succeeded') return;
  const registered = paymentId ? await intents().findOne({ _id: paymentId }) : null;
  if (registered?.intentId !== money.id) await reportForReview('unknown', { ...money, paymentId }, deps);
}

/** Events of connected accounts: their state is then queried, and payouts are recorded. */
export const ACCOUNT_EVENTS = new Set([
  'account.updated',
  'account.application.deauthorized',
  'payout.paid',
  'payout.failed',
]);

/** Events of our own account; a deployment's webhook subscribes to these and no others (docs/operations.md). */
export const HANDLED_EVENTS = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'payout.paid',
  'payout.failed',
]);

/**
 * Settles the payment or card setup of an event, and updates the state of a connected account. A declined card is counted
 * here and closes the payment in any state: another card may have been tried with the client secret since, and the intent
 * has only the last failure.
 */
export async function handleEvent(event: ProviderEvent, deps: PaymentDeps): Promise<void> {
  const { intentId, paymentId, setupId, accountId, failure } = event;
  if (accountId && event.type.startsWith('account.')) await refreshAccount(accountId, deps);
  const marker = await openPayments().findOne({ _id: markerOf(event) });
  if (marker) await settleReported(marker, deps);
  if (!HANDLED_EVENTS.has(event.type)) return;
  if (setupId) await settleSetupOf(setupId, failure, deps);
  if (!intentId) return;
  const registered = paymentId ? await intents().findOne({ _id: paymentId }) : null;
  const payment = registered?.intentId === intentId ? await findPayment(registered._id) : null;
  if (payment) {
    if (failure) await countDecline(payment, failure, deps.now());
    // Before `settle`: if that fails, the next sweep tries.
    await resetBackoff(payment._id, deps.now());
    await settle(payment._id, deps, { closesOpen: failure !== null });
  }
}
