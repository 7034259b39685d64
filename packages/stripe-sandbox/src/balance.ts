/** Movements of the balances of the platform and of connected accounts. */
import type Stripe from 'stripe';
import type { Call } from './api.ts';
import { newId } from './ids.ts';

/** Adds a movement of the balance; `amount` is what moved, `fee` what Stripe keeps of it. */
export function balanceTransaction(
  call: Call,
  type: 'adjustment' | 'charge' | 'payment' | 'payment_refund' | 'payout' | 'refund' | 'refund_failure',
  source: string,
  currency: string,
  amount: number,
  fee: number,
  account: string | null = null,
): Stripe.BalanceTransaction {
  const id = newId('txn');
  call.tx.put({ id, object: 'place', account, payout: null });
  return call.tx.put<Stripe.BalanceTransaction>({
    id,
    object: 'balance_transaction',
    amount,
    available_on: call.now + 2 * 86_400,
    balance_type: 'payments',
    created: call.now,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  });
}
