/** Common parts of payment intents and setup intents. */
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

/** The intent of the path. Throws unless a browser's request has its client secret. */
export function findIntent<K extends IntentKind>(call: Call, kind: K): Objects[K] {
  const intent = find(call, kind, call.id, 'intent');
  checkClientSecret(call, intent.client_secret, text(call.params, 'client_secret'));
  return intent;
}

/** The intent as a reply: for browsers without customer, charges and metadata. */
export function visible<I extends Intent>(call: Call, intent: I): I {
  if (!call.isBrowser) return intent;
  const hidden = ['customer', 'metadata', 'latest_charge', 'on_behalf_of', 'transfer_data', 'transfer_group'];
  return Object.fromEntries(Object.entries(intent).filter(([field]) => !hidden.includes(field))) as I;
}

/** The state of the intent does not allow the operation. */
export const wrongState = (intent: Intent, message: string): ApiError =>
  unexpectedState(`${intent.object}_unexpected_state`, message, { [intent.object]: intent });

/** The payment method types: cards only when given, else 'automatic', which needs a return_url at confirmation. */
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

/** The customer and the payment method of a new intent. Throws when either cannot be used. */
export function readParties(call: Call) {
  const customer = text(call.params, 'customer') ?? null;
  if (customer !== null) findCustomer(call, customer);
  const paymentMethod = givenPaymentMethod(call);
  if (paymentMethod) checkUsable(call, paymentMethod, customer);
  return { customer, paymentMethod };
}

/** The payment method of a confirmation: that of the request, else the intent's. */
export function methodToConfirm(call: Call, intent: Intent): Stripe.PaymentMethod | undefined {
  const stored = idOf(intent.payment_method);
  const paymentMethod =
    givenPaymentMethod(call) ?? (stored === null ? undefined : find(call, 'payment_method', stored));
  if (paymentMethod) checkUsable(call, paymentMethod, idOf(intent.customer));
  return paymentMethod;
}

/** The 3-D Secure action: with a return_url a redirect to a page of the sandbox, else a dialog of stripe.js. */
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

/** The payment method of the pending 3-D Secure challenge. Throws when the intent waits for none. */
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

/** The error of an intent whose card was declined. */
export const refusal = (decline: Decline, paymentMethod: Stripe.PaymentMethod) => ({
  type: 'card_error' as const,
  ...decline,
  ...(decline.code && { doc_url: docUrl(decline.code) }),
  payment_method: paymentMethod,
});

/** The error of an intent whose 3-D Secure challenge failed. */
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

/** A page of intents of a kind, optionally of one customer. */
export function listIntents({ tx, params }: Call, kind: IntentKind): Reply {
  const customer = text(params, 'customer');
  const intents: Intent[] = tx.all(kind);
  const named = intents.filter((each) => customer === undefined || each.customer === customer);
  return ok(page(named, params, `/v1/${kind}s`));
}
