import type Stripe from 'stripe';
import { declinedReply, find, idOf, ok, type Call, type Reply } from './api.ts';
import type { Decline } from './cards.ts';
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
import { flag, metadata, text } from './params.ts';
import { attach, cardOf, factsOf } from './payment-methods.ts';
import type { CardFacts } from './store.ts';

const AUTHENTICATION_FAILED =
  'The latest attempt to set up the payment method has failed because authentication failed.';

export function createSetupIntent(call: Call): Reply {
  const { tx, params, now } = call;
  const { customer, paymentMethod } = readParties(call);
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    ...readMethodTypes(params),
    application: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer,
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

export const retrieveSetupIntent = (call: Call): Reply => ok(visible(call, findIntent(call, 'setup_intent')));

export function confirmSetupIntent(call: Call): Reply {
  const intent = findIntent(call, 'setup_intent');
  checkOpen(intent, 'confirm');
  return confirm(call, intent, methodToConfirm(call, intent));
}

function checkOpen(intent: Stripe.SetupIntent, verb: 'confirm' | 'cancel'): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw wrongState(
      intent,
      `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    );
  }
}

function confirm(
  call: Call,
  intent: Stripe.SetupIntent,
  paymentMethod: Stripe.PaymentMethod | undefined,
): Reply {
  if (!paymentMethod) {
    throw wrongState(intent, "You cannot confirm this SetupIntent because it's missing a payment method.");
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
    next_action: nextAction(call, intent.client_secret),
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
  const error = refusal(decline, paymentMethod);
  const failed = fail(call, intent, error);
  return declinedReply({ ...error, setup_intent: visible(call, failed) });
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

/** Applies the payer's answer to the 3-D Secure challenge. */
export function authenticateSetupIntent(call: Call, intent: Stripe.SetupIntent, isComplete: boolean): Reply {
  const paymentMethod = challengedMethod(call, intent);
  if (isComplete) return settle(call, intent, paymentMethod);
  const error = failedChallenge('setup_intent_authentication_failure', AUTHENTICATION_FAILED, paymentMethod);
  return ok(visible(call, fail(call, intent, error)));
}

export function cancelSetupIntent(call: Call): Reply {
  const intent = find(call, 'setup_intent', call.id, 'intent');
  checkOpen(intent, 'cancel');
  const canceled = call.tx.put<Stripe.SetupIntent>({
    ...intent,
    cancellation_reason: text(call.params, 'cancellation_reason') ?? null,
    next_action: null,
    status: 'canceled',
  });
  call.tx.emit('setup_intent.canceled', canceled);
  return ok(canceled);
}

export const listSetupIntents = (call: Call): Reply => listIntents(call, 'setup_intent');
