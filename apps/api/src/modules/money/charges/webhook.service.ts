/** Events of the card provider: they trigger `settle`; their amounts are never booked (payments.md "Webhooks"). */
import { calendarDateOf } from '@kinfold/domain/dates';
import { ProviderRefusal, type ProviderEvent, type ProviderMoney } from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { settleSetupOf } from '../cards/card-setup.service.ts';
import { countDecline } from '../cards/card-tries.service.ts';
import { refreshAccount } from '../connected-accounts/connected-account.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents, providerEvents } from './charge.model.ts';
import { reportForReview, settle, type PaymentDeps } from './settle.service.ts';
import { resetBackoff } from './sweep.service.ts';

/**
 * Stores an event as received, after its report for the office, if it has one: an acknowledged event has lost nothing.
 * Returns false when it was received before. Throws ProviderUnavailable; the provider sends it again.
 */
export async function recordEvent(event: ProviderEvent, body: string, deps: PaymentDeps): Promise<boolean> {
  if (await providerEvents().findOne({ _id: event.id }, { projection: { _id: 1 } })) return false;
  await noteMoney(event, deps);
  return insertOnce(providerEvents(), {
    _id: event.id,
    type: event.type,
    body,
    receivedDt: deps.now(),
  });
}

/** Reports on the office's list what an event says of money that the books do not have. */
async function noteMoney({ type, money, paymentId }: ProviderEvent, deps: PaymentDeps): Promise<void> {
  if (!money) return;
  if (type === 'payment_intent.succeeded') {
    const registered = paymentId ? await intents().findOne({ _id: paymentId }) : null;
    if (registered?.intentId === money.id) return;
    await reportForReview('unknown', { ...money, paymentId }, deps);
  } else if (type === 'charge.refunded') {
    for (const refund of await refundsOf(money, deps)) await report(refund, deps);
  } else if (/^(refund|charge\.refund|charge\.dispute|payout)\./.test(type)) {
    // A payout that arrives needs no attention.
    if (money.kind !== 'payout' || ['failed', 'canceled'].includes(money.status)) await report(money, deps);
  }
}

/** The refunds of a charge, which its event does not name. Where the provider does not know the charge, their sum. */
async function refundsOf(charge: ProviderMoney, { provider }: PaymentDeps): Promise<ProviderMoney[]> {
  const asOne: ProviderMoney = {
    ...charge,
    kind: 'refund',
    id: `${charge.id}:${charge.amount}`,
    status: 'succeeded',
  };
  try {
    const refunds = await provider.listRefunds(charge.id);
    return refunds.length ? refunds : [asOne];
  } catch (error) {
    if (error instanceof ProviderRefusal) return [asOne];
    throw error;
  }
}

async function report(money: ProviderMoney, deps: PaymentDeps): Promise<void> {
  const { kind, id, status, amount, currency, at, answerBy } = money;
  const hasFailed = kind === 'payout' || (kind === 'refund' && ['failed', 'canceled'].includes(status));
  await noteForReview(
    {
      key: `${id}:${status}`,
      type: hasFailed ? 'failed' : kind === 'dispute' ? 'dispute' : 'refund',
      providerId: id,
      providerStatus: kind === 'payout' ? `payout_${status}` : status,
      answerBy: answerBy && calendarDateOf(answerBy, deps.config.TIME_ZONE),
      amount,
      currency: currency || deps.config.CURRENCY,
      paymentId: await paymentOf(money),
      at,
    },
    deps.now(),
  );
}

/** The payment here that a refund or dispute concerns: the one that registered its intent; null when there is none. */
async function paymentOf({ intentId, paymentId }: ProviderMoney): Promise<string | null> {
  const registered = intentId ? await intents().findOne({ intentId }) : null;
  return registered?._id ?? paymentId;
}

/** Events of connected accounts: their state is then queried. */
export const ACCOUNT_EVENTS = new Set(['account.updated', 'account.application.deauthorized']);

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
  'payout.failed',
]);

/**
 * Settles the payment or card setup of an event, and updates the state of a connected account. A declined card is counted
 * here and closes the payment in any state: another card may have been tried with the client secret since, and the intent
 * has only the last failure.
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
  }
}
