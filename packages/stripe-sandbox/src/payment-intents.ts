import type Stripe from 'stripe';
import {
  checkClientSecret,
  declinedReply,
  find,
  findCustomer,
  idOf,
  ok,
  type Call,
  type Reply,
} from './api.ts';
import { AUTHENTICATION_REQUIRED, type Decline } from './cards.ts';
import { createCharge } from './charges.ts';
import { docUrl, invalidParam, missingParam, unexpectedState } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { page } from './lists.ts';
import { flag, integer, list, metadata, record, requiredText, text, type Params } from './params.ts';
import {
  attach,
  cardOf,
  checkUsable,
  declineOf,
  factsOf,
  paymentMethodFromData,
  resolvePaymentMethod,
  spend,
} from './payment-methods.ts';

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

/** Card only when the types are given, else 'automatic', which asks for a return_url at confirmation. */
export function readMethodTypes(params: Params) {
  const types = list(params, 'allowed_payment_method_types') ?? list(params, 'payment_method_types');
  if (types && !types.includes('card')) {
    throw invalidParam('allowed_payment_method_types', 'The sandbox knows payments by card only.');
  }
  const automatic = record(params, 'automatic_payment_methods');
  return {
    allowed_payment_method_types: types ?? null,
    automatic_payment_methods: types
      ? null
      : { enabled: true, allow_redirects: text(automatic, 'allow_redirects') ?? 'always' },
    payment_method_types: types ?? ['card'],
  };
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
  const customer = text(params, 'customer');
  if (customer !== undefined) findCustomer(call, customer);
  const paymentMethod = givenPaymentMethod(call);
  if (paymentMethod) checkUsable(call, paymentMethod, customer ?? null);
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
    customer: customer ?? null,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
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
    transfer_data: null,
    transfer_group: text(params, 'transfer_group') ?? null,
  };
  tx.put(intent);
  tx.emit('payment_intent.created', intent);
  return flag(params, 'confirm') ? confirm(call, intent, paymentMethod) : ok(intent);
}

function givenPaymentMethod(call: Call): Stripe.PaymentMethod | undefined {
  const id = text(call.params, 'payment_method');
  if (id !== undefined) return resolvePaymentMethod(call, id);
  return 'payment_method_data' in call.params
    ? paymentMethodFromData(call, record(call.params, 'payment_method_data'))
    : undefined;
}

export function retrievePaymentIntent(call: Call): Reply {
  return ok(visible(call, findIntent(call)));
}

function findIntent(call: Call): Stripe.PaymentIntent {
  const intent = find(call, 'payment_intent', call.id, 'intent');
  checkClientSecret(call, intent.client_secret, text(call.params, 'client_secret'));
  return intent;
}

/** A browser sees what concerns the payer, not the customer, the charges or the metadata. */
function visible(call: Call, intent: Stripe.PaymentIntent): object {
  if (!call.isBrowser) return intent;
  const { customer: _1, metadata: _2, latest_charge: _3, transfer_group: _4, ...rest } = intent;
  return rest;
}

export function confirmPaymentIntent(call: Call): Reply {
  const intent = findIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      { payment_intent: intent },
    );
  }
  const stored = idOf(intent.payment_method);
  const paymentMethod =
    givenPaymentMethod(call) ?? (stored === null ? undefined : find(call, 'payment_method', stored));
  if (paymentMethod) checkUsable(call, paymentMethod, idOf(intent.customer));
  const updated: Stripe.PaymentIntent = {
    ...intent,
    receipt_email: text(call.params, 'receipt_email') ?? intent.receipt_email,
    setup_future_usage: text(call.params, 'setup_future_usage') ?? intent.setup_future_usage,
  };
  return confirm(call, updated, paymentMethod);
}

function confirm(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod | undefined,
): Reply {
  const { tx, params } = call;
  if (!paymentMethod) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: intent },
    );
  }
  const returnUrl = text(params, 'return_url');
  if (
    intent.automatic_payment_methods?.allow_redirects === 'always' &&
    returnUrl === undefined &&
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
    next_action: nextAction(call, started.client_secret, returnUrl),
    status: 'requires_action',
  });
  tx.emit('payment_intent.requires_action', waiting);
  return ok(visible(call, waiting));
}

/** With a return_url the payer is sent to a page of the sandbox; without, stripe.js opens a dialog. */
export function nextAction(call: Call, clientSecret: string | null, returnUrl: string | undefined) {
  if (returnUrl === undefined || call.isBrowser || flag(call.params, 'use_stripe_sdk')) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: clientSecret },
    };
  }
  const url = new URL('/v3/challenge.html', call.origin);
  url.hash = new URLSearchParams({ client_secret: clientSecret ?? '', return_url: returnUrl }).toString();
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: url.href } };
}

/** Asks the 'bank': the one place where money moves. */
function settle(
  call: Call,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  wasAuthenticated: boolean,
): Reply {
  const { tx } = call;
  const decline = declineOf(call, paymentMethod);
  if (decline) return refuse(call, intent, paymentMethod, decline, wasAuthenticated);
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
  const error = {
    type: 'card_error' as const,
    ...decline,
    ...(decline.code && { doc_url: docUrl(decline.code) }),
    charge: charge.id,
    payment_method: paymentMethod,
  };
  const failed = fail(call, { ...intent, latest_charge: charge.id }, error);
  return declinedReply({ ...error, payment_intent: visible(call, failed) as Stripe.PaymentIntent });
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

/** The payer answered the 3-D Secure challenge. Refused when nobody is waiting for it any more. */
export function authenticatePaymentIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  isComplete: boolean,
): Reply {
  const id = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || id === null) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `This PaymentIntent is not waiting for authentication: it has a status of ${intent.status}.`,
    );
  }
  const paymentMethod = find(call, 'payment_method', id);
  if (isComplete) return settle(call, intent, paymentMethod, true);
  const failed = fail(call, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: docUrl('payment_intent_authentication_failure'),
    message: AUTHENTICATION_FAILED,
    payment_method: paymentMethod,
  });
  return ok(visible(call, failed));
}

export function cancelPaymentIntent(call: Call): Reply {
  const intent = find(call, 'payment_intent', call.id, 'intent');
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { payment_intent: intent },
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

export function listPaymentIntents({ tx, params }: Call): Reply {
  const customer = text(params, 'customer');
  const intents = tx
    .all('payment_intent')
    .filter((each) => customer === undefined || each.customer === customer);
  return ok(page(intents, params, '/v1/payment_intents'));
}
