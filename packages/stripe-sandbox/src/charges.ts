import type Stripe from 'stripe';
import { find, idOf, isOfCaller, ok, type Call, type Reply } from './api.ts';
import { transferOf } from './accounts.ts';
import type { Decline } from './cards.ts';
import { balanceTransaction } from './balance.ts';
import { ApiError, invalidParam } from './errors.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { flag, integer, metadata, requiredText, text } from './params.ts';
import { cardOf } from './payment-methods.ts';

/** Stripe's list price for cards in the US: 2.9 % + 30 cents. */
const stripeFee = (amount: number): number => Math.round((amount * 29) / 1000) + 30;

/** Creates the charge of one attempt: succeeded, or failed when a decline is given. */
export function createCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  decline: Decline | undefined,
  wasAuthenticated: boolean,
): Stripe.Charge {
  const { tx, now } = call;
  const id = newId('ch');
  const card = paymentMethod.card;
  const txn = decline
    ? null
    : balanceTransaction(call, 'charge', id, intent.currency, intent.amount, stripeFee(intent.amount));
  const check = (unchecked: string | null | undefined, code: string) =>
    unchecked ? (decline?.code === code ? 'fail' : 'pass') : null;
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: txn?.id ?? null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: decline === undefined,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline ? (decline.decline_code ?? decline.code ?? null) : null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: decline
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: decline === undefined,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: card
      ? {
          type: 'card',
          card: {
            amount_authorized: decline ? null : intent.amount,
            authorization_code: decline ? null : '123456',
            brand: card.brand,
            checks: {
              address_line1_check: null,
              address_postal_code_check: check(card.checks?.address_postal_code_check, 'incorrect_zip'),
              cvc_check: check(card.checks?.cvc_check, 'incorrect_cvc'),
            },
            country: card.country,
            electronic_commerce_indicator: null,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            fingerprint: card.fingerprint ?? null,
            funding: card.funding,
            installments: null,
            last4: card.last4,
            mandate: null,
            network: card.brand,
            network_transaction_id: null,
            regulated_status: 'unregulated',
            three_d_secure: wasAuthenticated
              ? {
                  authentication_flow: 'challenge',
                  electronic_commerce_indicator: '05',
                  exemption_indicator: null,
                  result: 'authenticated',
                  result_reason: null,
                  transaction_id: null,
                  version: '2.2.0',
                }
              : null,
            transaction_link_id: null,
            wallet: null,
          },
        }
      : null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: intent.transfer_data
      ? { amount: intent.transfer_data.amount ?? null, destination: intent.transfer_data.destination }
      : null,
    transfer_group: null,
  };
  const transfer = decline ? null : transferOf(call, intent, charge);
  const made = tx.put<Stripe.Charge>({ ...charge, ...(transfer !== null && { transfer }) });
  tx.emit(decline ? 'charge.failed' : 'charge.succeeded', made);
  return made;
}

export const retrieveCharge = (call: Call): Reply => ok(find(call, 'charge', call.id));

export function listCharges(call: Call): Reply {
  const { tx, params } = call;
  const customer = text(params, 'customer');
  const intent = text(params, 'payment_intent');
  const charges = tx
    .all('charge')
    .filter(isOfCaller(call))
    .filter((each) => customer === undefined || each.customer === customer)
    .filter((each) => intent === undefined || each.payment_intent === intent);
  return ok(page(charges, params, '/v1/charges'));
}

/** Refunds all or part of a charge. Throws when the amount exceeds what is not refunded yet. */
export function createRefund(call: Call): Reply {
  const { tx, params, now } = call;
  const charge = refundedCharge(call);
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = integer(params, 'amount') ?? left;
  if (charge.status !== 'succeeded') {
    throw invalidParam('charge', `Charge ${charge.id} is not refundable.`);
  }
  if (left === 0) {
    throw new ApiError(
      400,
      {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      },
      true,
    );
  }
  if (amount < 1) {
    throw invalidParam(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  }
  if (amount > left) {
    const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    throw invalidParam(
      'amount',
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
    );
  }
  const id = newId('re');
  const method = tx.get('payment_method', charge.payment_method ?? '');
  const isPending = method !== undefined && cardOf(call, method).afterwards === 'refund-pending';
  const reversal = flag(params, 'reverse_transfer') ? reverseTransfer(call, charge, amount) : null;
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: balanceTransaction(call, 'refund', id, charge.currency, -amount, 0).id,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: text(params, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: reversal,
  };
  tx.put(refund);
  const refunded = tx.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  tx.emit('refund.created', refund, charge.metadata['paymentId']);
  tx.emit('charge.refunded', refunded);
  if (method !== undefined && cardOf(call, method).afterwards === 'refund-fails') failRefund(call, refund);
  return ok(refund);
}

/** Takes the same part of a transfer back as is refunded of its charge; the reversal's id. */
function reverseTransfer(call: Call, charge: Stripe.Charge, amount: number): string {
  const transfer = call.tx.get('transfer', idOf(charge.transfer) ?? '');
  if (!transfer)
    throw invalidParam('reverse_transfer', `Charge ${charge.id} does not have an associated transfer.`);
  const part = Math.min(
    Math.round((transfer.amount * amount) / charge.amount),
    transfer.amount - transfer.amount_reversed,
  );
  return reversalOf(call, transfer, part).id;
}

/** Takes a part of a transfer back. */
function reversalOf(call: Call, transfer: Stripe.Transfer, part: number): Stripe.TransferReversal {
  const amount_reversed = transfer.amount_reversed + part;
  const id = newId('trr');
  const account = idOf(transfer.destination);
  const taken = newId('pyr');
  call.tx.put({ id: taken, object: 'place', account, payout: null });
  call.tx.put({
    id: taken,
    object: 'refund',
    amount: part,
    balance_transaction: balanceTransaction(
      call,
      'payment_refund',
      taken,
      transfer.currency,
      -part,
      0,
      account,
    ).id,
    charge: idOf(transfer.destination_payment ?? null),
    created: call.now,
    currency: transfer.currency,
    metadata: {},
    payment_intent: null,
    source_transfer_reversal: id,
    status: 'succeeded',
    // The SDK's Refund has more fields, which nothing here reads.
  } as unknown as Stripe.Refund);
  const reversal = call.tx.put<Stripe.TransferReversal>({
    id,
    object: 'transfer_reversal',
    amount: part,
    balance_transaction: null,
    created: call.now,
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: metadata(call.params),
    source_refund: null,
    transfer: transfer.id,
  });
  const { reversals } = transfer;
  call.tx.put<Stripe.Transfer>({
    ...transfer,
    amount_reversed,
    reversals: { ...reversals, data: [reversal, ...reversals.data] },
    reversed: amount_reversed === transfer.amount,
  });
  call.tx.note('transfer.reversed', {
    ...reversal,
    destination: transfer.destination,
  } as Stripe.TransferReversal);
  return reversal;
}

/** Takes a transfer back, whole or in part. Throws when more is asked for than is left of it. */
export function createTransferReversal(call: Call): Reply {
  const transfer = find(call, 'transfer', call.id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = integer(call.params, 'amount') ?? left;
  if (amount < 1 || amount > left)
    throw invalidParam(
      'amount',
      `Reversal amount is greater than what is left of the transfer ${transfer.id}`,
    );
  return ok(reversalOf(call, transfer, amount));
}

export function listTransferReversals({ tx, params, id }: Call): Reply {
  const reversals = tx.all('transfer_reversal').filter((each) => idOf(each.transfer) === id);
  return ok(page(reversals, params, `/v1/transfers/${id}/reversals`));
}

/** A refund that the bank did not take: the money is back on the balance. */
function failRefund(call: Call, refund: Stripe.Refund): Stripe.Refund {
  const { tx } = call;
  const back = balanceTransaction(call, 'refund_failure', refund.id, refund.currency, refund.amount, 0);
  const failed = tx.put<Stripe.Refund>({
    ...refund,
    failure_balance_transaction: back.id,
    failure_reason: 'lost_or_stolen_card',
    status: 'failed',
  });
  const charge = tx.get('charge', idOf(refund.charge) ?? '');
  if (charge)
    tx.put<Stripe.Charge>({
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  tx.emit('refund.updated', failed, charge?.metadata['paymentId']);
  tx.emit('refund.failed', failed, charge?.metadata['paymentId']);
  return failed;
}

/** Ends a pending refund, or fails one, as the bank would, with the events; for tests. */
export function changeRefund(call: Call): Reply {
  const refund = find(call, 'refund', call.id);
  const status = requiredText(call.params, 'status');
  if (status === 'failed') return ok(failRefund(call, refund));
  if (status !== 'succeeded') throw invalidParam('status', 'succeeded or failed');
  const ended = call.tx.put<Stripe.Refund>({ ...refund, status });
  call.tx.emit(
    'refund.updated',
    ended,
    call.tx.get('charge', idOf(refund.charge) ?? '')?.metadata['paymentId'],
  );
  return ok(ended);
}

function refundedCharge(call: Call): Stripe.Charge {
  const chargeId = text(call.params, 'charge');
  if (chargeId !== undefined) return find(call, 'charge', chargeId, 'charge');
  const intentId = text(call.params, 'payment_intent');
  if (intentId === undefined) {
    throw invalidParam(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = find(call, 'payment_intent', intentId, 'payment_intent');
  const latest = idOf(intent.latest_charge);
  if (intent.status !== 'succeeded' || latest === null) {
    throw invalidParam(
      'payment_intent',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  }
  return find(call, 'charge', latest, 'charge');
}

export const retrieveRefund = (call: Call): Reply => ok(find(call, 'refund', call.id));

export function listRefunds(call: Call): Reply {
  const { tx, params } = call;
  const charge = text(params, 'charge');
  const intent = text(params, 'payment_intent');
  const refunds = tx
    .all('refund')
    .filter(isOfCaller(call))
    .filter((each) => charge === undefined || each.charge === charge)
    .filter((each) => intent === undefined || each.payment_intent === intent);
  return ok(page(refunds, params, '/v1/refunds'));
}

export const retrieveBalanceTransaction = (call: Call): Reply =>
  ok(find(call, 'balance_transaction', call.id));

export function listBalanceTransactions(call: Call): Reply {
  const { tx, params } = call;
  const payout = text(params, 'payout');
  if (payout !== undefined && !find(call, 'payout', payout, 'payout').automatic)
    throw invalidParam(
      'payout',
      'Balance transaction history can only be filtered on automatic payouts, not manual.',
    );
  const type = text(params, 'type');
  const source = text(params, 'source');
  const transactions = tx
    .all('balance_transaction')
    .filter(isOfCaller(call))
    .filter((each) => payout === undefined || tx.get('place', each.id)?.payout === payout)
    .filter((each) => type === undefined || each.type === type)
    .filter((each) => source === undefined || each.source === source);
  return ok(page(transactions, params, '/v1/balance_transactions'));
}
