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
import type { Decline } from './cards.ts';
import { docUrl, unexpectedState } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { page } from './lists.ts';
import { flag, metadata, record, text } from './params.ts';
import { nextAction, readMethodTypes } from './payment-intents.ts';
import {
  attach,
  cardOf,
  checkUsable,
  factsOf,
  paymentMethodFromData,
  resolvePaymentMethod,
} from './payment-methods.ts';
import type { CardFacts } from './store.ts';

const AUTHENTICATION_FAILED =
  'The latest attempt to set up the payment method has failed because authentication failed.';

export function createSetupIntent(call: Call): Reply {
  const { tx, params, now } = call;
  const customer = text(params, 'customer');
  if (customer !== undefined) findCustomer(call, customer);
  const methodId = text(params, 'payment_method');
  const paymentMethod = methodId === undefined ? undefined : resolvePaymentMethod(call, methodId);
  if (paymentMethod) checkUsable(call, paymentMethod, customer ?? null);
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    ...readMethodTypes(params),
    application: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer: customer ?? null,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    single_use_mandate: null,
    status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    usage: text(params, 'usage') ?? 'off_session',
  };
  tx.put(intent);
  tx.emit('setup_intent.created', intent);
  return flag(params, 'confirm') ? confirm(call, intent, paymentMethod) : ok(intent);
}

function findIntent(call: Call): Stripe.SetupIntent {
  const intent = find(call, 'setup_intent', call.id, 'intent');
  checkClientSecret(call, intent.client_secret, text(call.params, 'client_secret'));
  return intent;
}

export const retrieveSetupIntent = (call: Call): Reply => ok(visible(call, findIntent(call)));

function visible(call: Call, intent: Stripe.SetupIntent): object {
  if (!call.isBrowser) return intent;
  const { customer: _1, metadata: _2, ...rest } = intent;
  return rest;
}

export function confirmSetupIntent(call: Call): Reply {
  const intent = findIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      { setup_intent: intent },
    );
  }
  const methodId = text(call.params, 'payment_method') ?? idOf(intent.payment_method);
  const paymentMethod =
    'payment_method_data' in call.params
      ? paymentMethodFromData(call, record(call.params, 'payment_method_data'))
      : methodId === null
        ? undefined
        : resolvePaymentMethod(call, methodId);
  if (paymentMethod) checkUsable(call, paymentMethod, idOf(intent.customer));
  return confirm(call, intent, paymentMethod);
}

function confirm(
  call: Call,
  intent: Stripe.SetupIntent,
  paymentMethod: Stripe.PaymentMethod | undefined,
): Reply {
  if (!paymentMethod) {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      { setup_intent: intent },
    );
  }
  const started: Stripe.SetupIntent = {
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: paymentMethod.id,
  };
  if (cardOf(call, paymentMethod).authentication === undefined) return settle(call, started, paymentMethod);
  const waiting = call.tx.put<Stripe.SetupIntent>({
    ...started,
    next_action: nextAction(call, intent.client_secret, text(call.params, 'return_url')),
    status: 'requires_action',
  });
  call.tx.emit('setup_intent.requires_action', waiting);
  return ok(visible(call, waiting));
}

function settle(call: Call, intent: Stripe.SetupIntent, paymentMethod: Stripe.PaymentMethod): Reply {
  const card = cardOf(call, paymentMethod);
  if (!card.savable && card.decline) return refuse(call, intent, paymentMethod, card.decline);
  const customer = idOf(intent.customer);
  if (customer !== null) attach(call, paymentMethod, customer);
  call.tx.put<CardFacts>({ ...factsOf(call, paymentMethod), isSetUp: true });
  const done = call.tx.put<Stripe.SetupIntent>({ ...intent, next_action: null, status: 'succeeded' });
  call.tx.emit('setup_intent.succeeded', done);
  return ok(visible(call, done));
}

function refuse(
  call: Call,
  intent: Stripe.SetupIntent,
  paymentMethod: Stripe.PaymentMethod,
  decline: Decline,
): Reply {
  const error = {
    type: 'card_error' as const,
    ...decline,
    ...(decline.code && { doc_url: docUrl(decline.code) }),
    payment_method: paymentMethod,
  };
  const failed = fail(call, intent, error);
  return declinedReply({ ...error, setup_intent: visible(call, failed) as Stripe.SetupIntent });
}

function fail(
  call: Call,
  intent: Stripe.SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): Stripe.SetupIntent {
  const failed = call.tx.put<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  call.tx.emit('setup_intent.setup_failed', failed);
  return failed;
}

/** The payer answered the 3-D Secure challenge. */
export function authenticateSetupIntent(call: Call, intent: Stripe.SetupIntent, isComplete: boolean): Reply {
  const id = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || id === null) {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      `This SetupIntent is not waiting for authentication: it has a status of ${intent.status}.`,
    );
  }
  const paymentMethod = find(call, 'payment_method', id);
  if (isComplete) return settle(call, intent, paymentMethod);
  const failed = fail(call, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    doc_url: docUrl('setup_intent_authentication_failure'),
    message: AUTHENTICATION_FAILED,
    payment_method: paymentMethod,
  });
  return ok(visible(call, failed));
}

export function cancelSetupIntent(call: Call): Reply {
  const intent = find(call, 'setup_intent', call.id, 'intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
      { setup_intent: intent },
    );
  }
  const canceled = call.tx.put<Stripe.SetupIntent>({
    ...intent,
    cancellation_reason: text(call.params, 'cancellation_reason') ?? null,
    next_action: null,
    status: 'canceled',
  });
  call.tx.emit('setup_intent.canceled', canceled);
  return ok(canceled);
}

export function listSetupIntents({ tx, params }: Call): Reply {
  const customer = text(params, 'customer');
  const intents = tx
    .all('setup_intent')
    .filter((each) => customer === undefined || each.customer === customer);
  return ok(page(intents, params, '/v1/setup_intents'));
}
