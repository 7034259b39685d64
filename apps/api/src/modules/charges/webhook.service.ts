/** Events of the card provider: a reason to ask the provider, never a fact to book (payments.md "Webhooks"). */
import type { ProviderEvent } from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { settleSetupOf } from '../cards/card-setup.service.ts';
import { countDecline } from '../cards/card-tries.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { intents, providerEvents } from './charge.model.ts';
import { reportForReview, settle, type PaymentDeps } from './settle.service.ts';
import { wake } from './sweep.service.ts';

/** Stores an event as received. False when it was here before. */
export function recordEvent(event: ProviderEvent, body: string, now: Date): Promise<boolean> {
  return insertOnce(providerEvents(), { _id: event.id, type: event.type, body, receivedDt: now });
}

const HANDLED_EVENTS = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
]);

/**
 * Settles the payment, or the saving of a card, that an event speaks of; money of an intent that we do not know goes to
 * the list for staff. A refused card counts by its event, and ends the intent whatever that waits for by now: whoever
 * has the secret may have tried another card meanwhile, and the intent tells of the last alone.
 */
export async function handleEvent(event: ProviderEvent, deps: PaymentDeps): Promise<void> {
  const { intentId, paymentId, setupId, failure } = event;
  if (!HANDLED_EVENTS.has(event.type)) return;
  if (setupId) await settleSetupOf(setupId, failure, deps);
  if (!intentId) return;
  const registered = paymentId ? await intents().findOne({ _id: paymentId }) : null;
  const payment = registered?.intentId === intentId ? await findPayment(registered._id) : null;
  if (payment) {
    if (failure) await countDecline(payment, failure, deps.now());
    // Should this fail, the sweep does it, and soon.
    await wake(payment._id, deps.now());
    await settle(payment._id, deps, { closesOpen: failure !== null });
  } else if (event.type === 'payment_intent.succeeded') {
    await reportForReview(intentId, paymentId, 'a charge that no payment of ours asked for', deps);
  }
}
