/** Disputes of charges, and payouts to the bank account. */
import type Stripe from 'stripe';
import { find, isOfCaller, ok, type Call, type Reply } from './api.ts';
import { balanceTransaction } from './balance.ts';
import { invalidParam, notFound } from './errors.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { flag, integer, requiredText, text } from './params.ts';

/** What Stripe takes for a dispute, in cents. */
const DISPUTE_FEE = 1500;
const DAY_S = 86_400;

/** Opens a dispute of a charge; an inquiry withdraws no money. `amount` is that of the charge when not given. */
export function openDispute(
  call: Call,
  charge: Stripe.Charge,
  { isInquiry, amount = charge.amount }: { isInquiry: boolean; amount?: number },
): Stripe.Dispute {
  const { tx, now } = call;
  const id = newId('dp');
  const withdrawn = isInquiry
    ? []
    : [balanceTransaction(call, 'adjustment', id, charge.currency, -amount, DISPUTE_FEE)];
  const dispute = tx.put<Stripe.Dispute>({
    id,
    object: 'dispute',
    amount,
    balance_transactions: withdrawn,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + 9 * DAY_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  tx.put<Stripe.Charge>({ ...charge, disputed: true });
  tx.emit('charge.dispute.created', dispute, charge.metadata['paymentId']);
  if (!isInquiry) tx.emit('charge.dispute.funds_withdrawn', dispute, charge.metadata['paymentId']);
  return dispute;
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens a dispute as a cardholder would at their bank; for tests. */
export function createDispute(call: Call): Reply {
  const charge = find(call, 'charge', requiredText(call.params, 'charge'), 'charge');
  const amount = integer(call.params, 'amount');
  return ok(
    openDispute(call, charge, {
      isInquiry: flag(call.params, 'inquiry'),
      ...(amount !== undefined && { amount }),
    }),
  );
}

/** Moves a dispute on, as the bank would, with its events; for tests. */
export function changeDispute(call: Call): Reply {
  const { tx } = call;
  const dispute = find(call, 'dispute', call.id);
  const status = requiredText(call.params, 'status');
  if (!/^(won|lost|under_review|warning_under_review|warning_closed)$/.test(status))
    throw invalidParam('status', 'won, lost, under_review, warning_under_review or warning_closed');
  const isReinstated = status === 'won' && dispute.balance_transactions.length === 1;
  const changed = tx.put<Stripe.Dispute>({
    ...dispute,
    status,
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(isReinstated
        ? [balanceTransaction(call, 'adjustment', dispute.id, dispute.currency, dispute.amount, -DISPUTE_FEE)]
        : []),
    ],
  });
  if (isReinstated) tx.emit('charge.dispute.funds_reinstated', changed);
  const isOver = /^(won|lost|warning_closed)$/.test(status);
  tx.emit(isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', changed);
  return ok(changed);
}

export const retrieveDispute = (call: Call): Reply => ok(find(call, 'dispute', call.id));

export function listDisputes({ tx, params }: Call): Reply {
  const charge = text(params, 'charge');
  const intent = text(params, 'payment_intent');
  const disputes = tx
    .all('dispute')
    .filter((each) => charge === undefined || each.charge === charge)
    .filter((each) => intent === undefined || each.payment_intent === intent);
  return ok(page(disputes, params, '/v1/disputes'));
}

/**
 * Pays an amount out to the bank account; at Stripe it arrives some days later, here at once. Where the oldest movements
 * of the balance that are in no payout come to exactly this amount, it is as an automatic payout, which holds them;
 * another one is as made by hand.
 */
export function createPayout(call: Call): Reply {
  const { tx, params, account } = call;
  const amount = integer(params, 'amount') ?? 0;
  if (amount < 1) throw invalidParam('amount', 'This value must be greater than or equal to 1.');
  const waiting = tx
    .all('balance_transaction')
    .filter(isOfCaller(call))
    .filter(({ id, type }) => type !== 'payout' && !tx.get('place', id)?.payout)
    .toReversed();
  const sums = waiting.map((_each, index) =>
    waiting.slice(0, index + 1).reduce((sum, { net }) => sum + net, 0),
  );
  const end = sums.lastIndexOf(amount);
  const payout = payOut(call, amount, requiredText(params, 'currency'), end >= 0);
  for (const { id } of waiting.slice(0, end + 1)) tx.put({ id, object: 'place', account, payout: payout.id });
  return ok(payout);
}

function payOut(call: Call, amount: number, currency: string, automatic: boolean): Stripe.Payout {
  const { tx, now, account } = call;
  const id = newId('po');
  tx.put({ id, object: 'place', account, payout: null });
  const movement = balanceTransaction(call, 'payout', id, currency, -amount, 0, account);
  if (automatic) tx.put({ id: movement.id, object: 'place', account, payout: id });
  const payout = tx.put<Stripe.Payout>({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now,
    automatic,
    balance_transaction: movement.id,
    created: now,
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  });
  tx.emit('payout.created', payout, undefined, account ?? undefined);
  tx.emit('payout.paid', payout, undefined, account ?? undefined);
  return payout;
}

/** Fails a payout, as the bank would, with its event; for tests. */
export function changePayout(call: Call): Reply {
  const payout = find(call, 'payout', call.id);
  if (requiredText(call.params, 'status') !== 'failed') throw invalidParam('status', 'failed');
  const account = call.tx.get('place', payout.id)?.account ?? null;
  const back = balanceTransaction(call, 'payout', payout.id, payout.currency, payout.amount, 0, account);
  const failed = call.tx.put<Stripe.Payout>({
    ...payout,
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: back.id,
  });
  call.tx.emit('payout.failed', failed, undefined, account ?? undefined);
  return ok(failed);
}

export function retrievePayout(call: Call): Reply {
  const payout = find(call, 'payout', call.id);
  if (!isOfCaller(call)(payout)) throw notFound('payout', call.id, 'id');
  return ok(payout);
}

export const listPayouts = (call: Call): Reply => {
  const { tx, params } = call;
  const status = text(params, 'status');
  const own = tx.all('payout').filter(isOfCaller(call));
  const payouts = own.filter((each) => status === undefined || each.status === status);
  return ok(page(payouts, params, '/v1/payouts'));
};
