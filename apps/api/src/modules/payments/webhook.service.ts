/** Events of the card provider: a reason to ask the provider, never a fact to book (payments.md "Webhooks"). */
import type { ProviderEvent } from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { intents, payments, providerEvents } from './payment.model.ts';
import { reportForReview, settle, type PaymentDeps } from './settle.service.ts';

/** Stores an event as received. False when it was here before. */
export function recordEvent(event: ProviderEvent, body: string, now: Date): Promise<boolean> {
  return insertOnce(providerEvents(), { _id: event.id, type: event.type, body, receivedDt: now });
}

const TELLING = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
]);

/** Settles the payment an event speaks of; money of an intent that we do not know goes to the list for staff. */
export async function handleEvent(event: ProviderEvent, deps: PaymentDeps): Promise<void> {
  const { intentId, paymentId } = event;
  if (!intentId || !TELLING.has(event.type)) return;
  const registered = paymentId ? await intents().findOne({ _id: paymentId }) : null;
  if (registered?.intentId === intentId && (await payments().findOne({ _id: registered._id }))) {
    await settle(registered._id, deps);
  } else if (event.type === 'payment_intent.succeeded') {
    await reportForReview(intentId, paymentId, 'a charge that no payment of ours asked for', deps);
  }
}
