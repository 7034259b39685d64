/** Disputes of charges, and payouts to the bank account. */
import type Stripe from 'stripe';
import { find, ok, type Call, type Reply } from './api.ts';
import { balanceTransaction } from './charges.ts';
import { invalidParam } from './errors.ts';
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

/** Pays out to the bank account; at Stripe it arrives some days later, here at once. */
export function createPayout(call: Call): Reply {
  const { tx, params, now } = call;
  const amount = integer(params, 'amount') ?? 0;
  if (amount < 1) throw invalidParam('amount', 'This value must be greater than or equal to 1.');
  const id = newId('po');
  const currency = requiredText(params, 'currency');
  const payout = tx.put<Stripe.Payout>({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now,
    automatic: false,
    balance_transaction: balanceTransaction(call, 'payout', id, currency, -amount, 0).id,
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
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  });
  tx.emit('payout.created', payout);
  tx.emit('payout.paid', payout);
  return ok(payout);
}

/** Fails a payout, as the bank would, with its event; for tests. */
export function changePayout(call: Call): Reply {
  const payout = find(call, 'payout', call.id);
  if (requiredText(call.params, 'status') !== 'failed') throw invalidParam('status', 'failed');
  const back = balanceTransaction(call, 'payout', payout.id, payout.currency, payout.amount, 0);
  const failed = call.tx.put<Stripe.Payout>({
    ...payout,
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: back.id,
  });
  call.tx.emit('payout.failed', failed);
  return ok(failed);
}

export const retrievePayout = (call: Call): Reply => ok(find(call, 'payout', call.id));

export const listPayouts = ({ tx, params }: Call): Reply => {
  const status = text(params, 'status');
  const payouts = tx.all('payout').filter((each) => status === undefined || each.status === status);
  return ok(page(payouts, params, '/v1/payouts'));
};
