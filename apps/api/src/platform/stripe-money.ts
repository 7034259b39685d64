/** Converts Stripe's objects about money to the card provider's. */
import type Stripe from 'stripe';
import { cents } from '@kinfold/domain/money';
import type { ProviderDispute, ProviderMoney, ProviderPayoutItem, ProviderRecords } from './card-provider.ts';
import { moneyOf } from './stripe-events.ts';

/** A refund, dispute, payout or charge of Stripe. Throws for one of an unknown shape. */
export function knownMoneyOf(
  object: Stripe.Refund | Stripe.Dispute | Stripe.Payout | Stripe.Charge,
): ProviderMoney {
  const money = moneyOf(object, at(object.created));
  if (!money) throw new Error(`the card provider's ${object.object} ${object.id} has an unknown shape`);
  return money;
}

const at = (seconds: number) => new Date(seconds * 1000);

/** A charge of Stripe, with the whole amount that was charged. */
export function chargeOf(charge: Stripe.Charge): ProviderRecords['charges'][number] {
  const { amount, paid, created } = charge;
  return { ...knownMoneyOf(charge), amount: cents(amount), at: at(created), isPaid: paid };
}

/** A dispute of Stripe, with the money that it moved in the order of time. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const moves = dispute.balance_transactions
    .map(({ id, amount, created }) => ({ id, amount: cents(amount), at: at(created) }))
    // Within a second money is withdrawn before it is given back.
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.amount - b.amount);
  return { ...knownMoneyOf(dispute), reason: dispute.reason, moves };
}

/** A movement of Stripe's balance. */
export function movementOf(movement: Stripe.BalanceTransaction): ProviderRecords['movements'][number] {
  const { id, type, source, amount, created } = movement;
  const sourceId = typeof source === 'string' ? source : (source?.id ?? null);
  return { id, type, sourceId, amount: cents(amount), at: at(created) };
}

const PAYOUT_TYPES: Readonly<Record<string, ProviderPayoutItem['type']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
};

/** A movement that a payout of Stripe holds; `intentId` is of the payment that its source is about. */
export function payoutItemOf(
  { id, type, source, amount, fee }: Stripe.BalanceTransaction,
  intentId: string | null,
): ProviderPayoutItem {
  const isDispute = typeof source === 'object' && source?.object === 'dispute';
  const known = isDispute ? 'dispute' : (PAYOUT_TYPES[type] ?? 'other');
  const sourceId = typeof source === 'string' ? source : (source?.id ?? null);
  return { id, type: known, sourceId, intentId, amount: cents(amount), fee: cents(fee) };
}
