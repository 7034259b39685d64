import type Stripe from 'stripe';
import { checkDestination, readDestination } from './accounts.ts';
import { declinedReply, find, idOf, ok, type Call, type Reply } from './api.ts';
import { AUTHENTICATION_REQUIRED, type Decline } from './cards.ts';
import { createCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { invalidParam, missingParam } from './errors.ts';
import { newId, randomText } from './ids.ts';
import {
  challengedMethod,
  failedChallenge,
  findIntent,
  listIntents,
  methodToConfirm,
  nextAction,
  readMethodTypes,
  readParties,
  refusal,
  visible,
  wrongState,
} from './intents.ts';
import { flag, integer, metadata, requiredText, text, type Params } from './params.ts';
import { attach, cardOf, declineOf, factsOf, spend } from './payment-methods.ts';

/** Stripe's smallest charge in US dollars and most other currencies, and the largest. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

const AUTHENTICATION_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

function readAmount(params: Params): number {
  const amount = integer(params, 'amount');
  if (amount === undefined) throw missingParam('amount');
  if (amount < 1) {
    throw invalidParam(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  }
  if (amount < MIN_AMOUNT)
    throw invalidParam('amount', 'Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MAX_AMOUNT) {
    throw invalidParam('amount', 'Amount must be no more than $999,999.99', 'amount_too_large');
  }
  return amount;
}

export function createPaymentIntent(call: Call): Reply {
  const { tx, params, now } = call;
  const amount = readAmount(params);
  const currency = requiredText(params, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) {
    throw invalidParam('currency', `Invalid currency: ${currency.slice(0, 10)}`);
  }
  if ((text(params, 'capture_method') ?? 'automatic') === 'manual') {
    throw invalidParam('capture_method', 'The sandbox captures at once.');
  }
  const { customer, paymentMethod } = readParties(call);
  const { on_behalf_of, transfer_data } = readDestination(call, amount);
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    ...readMethodTypes(params),
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: text(params, 'capture_method') ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: text(params, 'confirmation_method') ?? 'automatic',
    created: now,
    currency,
    customer,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of,
    payment_method: paymentMethod?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_record: null,
    processing: null,
    receipt_email: text(params, 'receipt_email') ?? null,
    review: null,
    setup_future_usage: text(params, 'setup_future_usage') ?? null,
    shipping: null,
    source: null,
    statement_descriptor: text(params, 'statement_descriptor') ?? null,
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix') ?? null,
    status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data,
    transfer_group: text(params, 'transfer_group') ?? null,
  };
  tx.put(intent);
  tx.emit('payment_intent.created', intent);
  return flag(params, 'confirm') ? confirm(call, intent, paymentMethod) : ok(intent);
}

export const retrievePaymentIntent = (call: Call): Reply =>
  ok(visible(call, findIntent(call, 'payment_intent')));

export function confirmPaymentIntent(call: Call): Reply {
  const intent = findIntent(call, 'payment_intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw wrongState(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    );
  }
  const updated: Stripe.PaymentIntent = {
    ...intent,
    receipt_email: text(call.params, 'receipt_email') ?? intent.receipt_email,
    setup_future_usage: text(call.params, 'setup_future_usage') ?? intent.setup_future_usage,
  };
  return confirm(call, updated, methodToConfirm(call, intent));
}

function confirm(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod | undefined,
): Reply {
  const { tx, params } = call;
  if (!paymentMethod) {
    throw wrongState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  if (
    intent.automatic_payment_methods?.allow_redirects === 'always' &&
    text(params, 'return_url') === undefined &&
    !call.isBrowser &&
    !flag(params, 'use_stripe_sdk')
  ) {
    throw invalidParam(
      'return_url',
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    );
  }
  const started: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: paymentMethod.id,
  };
  const { authentication } = cardOf(call, paymentMethod);
  const isSetUp = authentication === 'until-set-up' && factsOf(call, paymentMethod).isSetUp;
  if (authentication === undefined || isSetUp) return settle(call, started, paymentMethod, false);
  if (flag(params, 'error_on_requires_action') || 'off_session' in params) {
    return refuse(call, started, paymentMethod, AUTHENTICATION_REQUIRED, false);
  }
  const waiting = tx.put<Stripe.PaymentIntent>({
    ...started,
    next_action: nextAction(call, started.client_secret),
    status: 'requires_action',
  });
  tx.emit('payment_intent.requires_action', waiting);
  return ok(visible(call, waiting));
}

/** Charges the card of an intent, or declines it. Money moves only here. */
function settle(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  wasAuthenticated: boolean,
): Reply {
  const { tx } = call;
  const decline = declineOf(call, paymentMethod);
  if (decline) return refuse(call, intent, paymentMethod, decline, wasAuthenticated);
  const destination = idOf(intent.transfer_data?.destination);
  if (destination !== null) checkDestination(call, destination);
  const charge = createCharge(call, intent, paymentMethod, undefined, wasAuthenticated);
  const customer = idOf(intent.customer);
  if (paymentMethod.customer === null) {
    if (customer !== null && intent.setup_future_usage !== null) attach(call, paymentMethod, customer);
    else spend(call, paymentMethod);
  }
  const paid = tx.put<Stripe.PaymentIntent>({
    ...intent,
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  });
  tx.emit('payment_intent.succeeded', paid);
  const { afterwards } = cardOf(call, paymentMethod);
  if (afterwards === 'dispute' || afterwards === 'inquiry')
    openDispute(call, charge, { isInquiry: afterwards === 'inquiry' });
  return ok(visible(call, paid));
}

function refuse(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  decline: Decline,
  wasAuthenticated: boolean,
): Reply {
  const charge = createCharge(call, intent, paymentMethod, decline, wasAuthenticated);
  const error = { ...refusal(decline, paymentMethod), charge: charge.id };
  const failed = fail(call, { ...intent, latest_charge: charge.id }, error);
  return declinedReply({ ...error, payment_intent: visible(call, failed) });
}

function fail(
  call: Call,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  const failed = call.tx.put<Stripe.PaymentIntent>({
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  call.tx.emit('payment_intent.payment_failed', failed);
  return failed;
}

/** Applies the payer's answer to the 3-D Secure challenge. Throws when the intent waits for none. */
export function authenticatePaymentIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  isComplete: boolean,
): Reply {
  const paymentMethod = challengedMethod(call, intent);
  if (isComplete) return settle(call, intent, paymentMethod, true);
  const error = failedChallenge(
    'payment_intent_authentication_failure',
    AUTHENTICATION_FAILED,
    paymentMethod,
  );
  return ok(visible(call, fail(call, intent, error)));
}

export function cancelPaymentIntent(call: Call): Reply {
  const intent = find(call, 'payment_intent', call.id, 'intent');
  if (!CANCELABLE.includes(intent.status)) {
    throw wrongState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    );
  }
  const canceled = call.tx.put<Stripe.PaymentIntent>({
    ...intent,
    canceled_at: call.now,
    cancellation_reason: text(call.params, 'cancellation_reason') ?? null,
    next_action: null,
    status: 'canceled',
  });
  call.tx.emit('payment_intent.canceled', canceled);
  return ok(canceled);
}

export const listPaymentIntents = (call: Call): Reply => listIntents(call, 'payment_intent');
