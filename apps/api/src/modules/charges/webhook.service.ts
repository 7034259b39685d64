/** Events of the card provider: they trigger `settle`; their amounts are never booked (payments.md "Webhooks"). */
import type { ProviderEvent } from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { settleSetupOf } from '../cards/card-setup.service.ts';
import { countDecline } from '../cards/card-tries.service.ts';
import { refreshAccount } from '../connected-accounts/connected-account.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { intents, providerEvents } from './charge.model.ts';
import { reportForReview, settle, type PaymentDeps } from './settle.service.ts';
import { resetBackoff } from './sweep.service.ts';

/** Stores an event as received; false when it was received before. */
export function recordEvent(event: ProviderEvent, body: string, now: Date): Promise<boolean> {
  return insertOnce(providerEvents(), { _id: event.id, type: event.type, body, receivedDt: now });
}

/** Of connected accounts: their state is then asked for. */
export const ACCOUNT_EVENTS = new Set(['account.updated', 'account.application.deauthorized']);

/** Of our own account; a deployment's webhook is subscribed to these and no others (docs/operations.md). */
export const HANDLED_EVENTS = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
]);

/**
 * Settles the payment or card setup of an event, and notes the state of a connected account; a charge of an unknown intent goes on the list for staff. A declined
 * card is counted here and closes the payment in any state: with the client secret another card may have been tried
 * since, and the intent has the last failure only.
 */
export async function handleEvent(event: ProviderEvent, deps: PaymentDeps): Promise<void> {
  const { intentId, paymentId, setupId, accountId, failure } = event;
  if (accountId && ACCOUNT_EVENTS.has(event.type)) await refreshAccount(accountId, deps);
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
  } else if (event.type === 'payment_intent.succeeded') {
    await reportForReview(intentId, paymentId, 'a charge that no payment of ours asked for', deps);
  }
}
