/** What payment intents and setup intents do alike. */
import type Stripe from 'stripe';
import { checkClientSecret, find, findCustomer, idOf, ok, type Call, type Reply } from './api.ts';
import type { Decline } from './cards.ts';
import { docUrl, invalidParam, unexpectedState, type ApiError } from './errors.ts';
import { page } from './lists.ts';
import { flag, list, record, text, type Params } from './params.ts';
import { checkUsable, paymentMethodFromData, resolvePaymentMethod } from './payment-methods.ts';
import type { Objects } from './store.ts';

type IntentKind = 'payment_intent' | 'setup_intent';
type Intent = Objects[IntentKind];

/** The intent of the path; a browser must know its client secret. */
export function findIntent<K extends IntentKind>(call: Call, kind: K): Objects[K] {
  const intent = find(call, kind, call.id, 'intent');
  checkClientSecret(call, intent.client_secret, text(call.params, 'client_secret'));
  return intent;
}

/** A browser sees what concerns the payer, not the customer, the charges or the metadata. */
export function visible<I extends Intent>(call: Call, intent: I): I {
  if (!call.isBrowser) return intent;
  const hidden = ['customer', 'metadata', 'latest_charge', 'transfer_group'];
  return Object.fromEntries(Object.entries(intent).filter(([field]) => !hidden.includes(field))) as I;
}

/** The intent is in a state in which the operation cannot be done. */
export const wrongState = (intent: Intent, message: string): ApiError =>
  unexpectedState(`${intent.object}_unexpected_state`, message, { [intent.object]: intent });

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

function givenPaymentMethod(call: Call): Stripe.PaymentMethod | undefined {
  const id = text(call.params, 'payment_method');
  if (id !== undefined) return resolvePaymentMethod(call, id);
  return 'payment_method_data' in call.params
    ? paymentMethodFromData(call, record(call.params, 'payment_method_data'))
    : undefined;
}

/** The customer and the payment method that a new intent names; throws when either cannot be used. */
export function readParties(call: Call) {
  const customer = text(call.params, 'customer') ?? null;
  if (customer !== null) findCustomer(call, customer);
  const paymentMethod = givenPaymentMethod(call);
  if (paymentMethod) checkUsable(call, paymentMethod, customer);
  return { customer, paymentMethod };
}

/** The payment method that an intent is confirmed with: the one given now, else its own. */
export function methodToConfirm(call: Call, intent: Intent): Stripe.PaymentMethod | undefined {
  const stored = idOf(intent.payment_method);
  const paymentMethod =
    givenPaymentMethod(call) ?? (stored === null ? undefined : find(call, 'payment_method', stored));
  if (paymentMethod) checkUsable(call, paymentMethod, idOf(intent.customer));
  return paymentMethod;
}

/** With a return_url the payer is sent to a page of the sandbox; without, stripe.js opens a dialog. */
export function nextAction(call: Call, clientSecret: string | null) {
  const returnUrl = text(call.params, 'return_url');
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

/** The payment method whose 3-D Secure challenge is answered. Throws when nobody is waiting for it any more. */
export function challengedMethod(call: Call, intent: Intent): Stripe.PaymentMethod {
  const id = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || id === null) {
    const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
    throw unexpectedState(
      `${intent.object}_unexpected_state`,
      `This ${name} is not waiting for authentication: it has a status of ${intent.status}.`,
    );
  }
  return find(call, 'payment_method', id);
}

/** Why an intent failed: its card was refused. */
export const refusal = (decline: Decline, paymentMethod: Stripe.PaymentMethod) => ({
  type: 'card_error' as const,
  ...decline,
  ...(decline.code && { doc_url: docUrl(decline.code) }),
  payment_method: paymentMethod,
});

/** Why an intent failed: the challenge was. */
export const failedChallenge = <C extends `${IntentKind}_authentication_failure`>(
  code: C,
  message: string,
  paymentMethod: Stripe.PaymentMethod,
) => ({
  type: 'invalid_request_error' as const,
  code,
  doc_url: docUrl(code),
  message,
  payment_method: paymentMethod,
});

/** A page of the intents of a kind, of one customer when one is named. */
export function listIntents({ tx, params }: Call, kind: IntentKind): Reply {
  const customer = text(params, 'customer');
  const intents: Intent[] = tx.all(kind);
  const named = intents.filter((each) => customer === undefined || each.customer === customer);
  return ok(page(named, params, `/v1/${kind}s`));
}
