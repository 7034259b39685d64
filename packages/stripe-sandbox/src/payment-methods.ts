import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { find, findCustomer, idOf, ok, type Call, type Reply } from './api.ts';
import {
  cardByNumber,
  cardByToken,
  checkCardFields,
  isExpired,
  EXPIRED,
  type Decline,
  type TestCard,
} from './cards.ts';
import { cardError, invalidParam, missingParam, notFound, unexpectedState } from './errors.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { integer, metadata, record, requiredText, text, type Params } from './params.ts';
import type { CardFacts } from './store.ts';

const SPENT =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';

type CardInput = {
  card: TestCard;
  expMonth: number;
  expYear: number;
  hasCvc: boolean;
};

/** Reads `card[number]…` or `card[token]`. The number is compared with test cards and not stored. */
function readCard(call: Call, card: Params): CardInput {
  const token = text(card, 'token');
  if (token !== undefined) {
    const stored = call.tx.get('token', token);
    const facts = stored && call.tx.get('card_facts', stored.id);
    const known = cardByToken(facts?.card ?? token);
    if (!known || (!stored && !token.startsWith('tok_'))) throw notFound('token', token, 'card[token]');
    if (facts?.state === 'spent') {
      throw invalidParam(
        'card[token]',
        `You cannot use a Stripe token more than once: ${token}.`,
        'token_already_used',
      );
    }
    if (facts) call.tx.put<CardFacts>({ ...facts, state: 'spent' });
    return {
      ...defaultExpiry(call.now),
      ...(stored?.card && { expMonth: stored.card.exp_month, expYear: stored.card.exp_year }),
      card: known,
      hasCvc: true,
    };
  }
  const number = requiredText(card, 'number');
  const expMonth = integer(card, 'exp_month');
  const expYear = integer(card, 'exp_year');
  if (expMonth === undefined) throw missingParam('card[exp_month]');
  if (expYear === undefined) throw missingParam('card[exp_year]');
  const known = cardByNumber(number);
  const cvc = text(card, 'cvc');
  checkCardFields(expMonth, expYear, cvc, call.now);
  return {
    card: known,
    expMonth,
    expYear: expYear < 100 ? 2000 + expYear : expYear,
    hasCvc: cvc !== undefined,
  };
}

function defaultExpiry(now: number): Omit<CardInput, 'card'> {
  const date = new Date(now * 1000);
  return { expMonth: date.getUTCMonth() + 1, expYear: date.getUTCFullYear() + 1, hasCvc: true };
}

/** The fingerprint of a card number. */
const fingerprintOf = (card: TestCard): string =>
  createHash('sha256').update(`sandbox card ${card.number}`).digest('hex').slice(0, 16);

function billingDetails(params: Params): Stripe.PaymentMethod.BillingDetails {
  const details = record(params, 'billing_details');
  const address = record(details, 'address');
  return {
    address: {
      city: text(address, 'city') ?? null,
      country: text(address, 'country') ?? null,
      line1: text(address, 'line1') ?? null,
      line2: text(address, 'line2') ?? null,
      postal_code: text(address, 'postal_code') ?? null,
      state: text(address, 'state') ?? null,
    },
    email: text(details, 'email') ?? null,
    name: text(details, 'name') ?? null,
    phone: text(details, 'phone') ?? null,
    tax_id: null,
  };
}

function build(call: Call, input: CardInput, params: Params): Stripe.PaymentMethod {
  const { card, expMonth, expYear, hasCvc } = input;
  const billing = billingDetails(params);
  const paymentMethod: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address?.postal_code ? 'unchecked' : null,
        cvc_check: hasCvc ? 'unchecked' : null,
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: card.brand !== 'amex' },
      wallet: null,
    },
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: metadata(params),
    type: 'card',
  };
  call.tx.put(paymentMethod);
  call.tx.put<CardFacts>({
    id: paymentMethod.id,
    object: 'card_facts',
    card: card.token,
    state: 'fresh',
    isSetUp: false,
  });
  call.tx.note('payment_method.created', paymentMethod);
  return paymentMethod;
}

export function createPaymentMethod(call: Call): Reply {
  return ok(paymentMethodFromData(call, call.params));
}

/** Creates a payment method from `{type: 'card', card: {…}, billing_details}`. */
export function paymentMethodFromData(call: Call, params: Params): Stripe.PaymentMethod {
  const type = text(params, 'type') ?? 'card';
  if (type !== 'card') throw invalidParam('type', 'The sandbox knows payment methods of type card only.');
  return build(call, readCard(call, record(params, 'card')), params);
}

/** The payment method with this id; as at Stripe, `pm_card_…` creates one of that test card. */
export function resolvePaymentMethod(call: Call, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const card = id.startsWith('pm_card_') ? cardByToken(id) : undefined;
  if (!card) return find(call, 'payment_method', id, param);
  return build(call, { card, ...defaultExpiry(call.now) }, {});
}

/**
 * Throws when a payment of `customer` may not use this payment method, because it is spent or belongs to another
 * customer.
 */
export function checkUsable(call: Call, paymentMethod: Stripe.PaymentMethod, customer: string | null): void {
  if (factsOf(call, paymentMethod).state === 'spent') {
    throw unexpectedState('payment_method_unexpected_state', SPENT);
  }
  const owner = idOf(paymentMethod.customer);
  if (owner === null || owner === customer) return;
  throw invalidParam(
    'payment_method',
    customer === null
      ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
      : `The customer does not have a payment method with the ID ${paymentMethod.id}. The payment method must be attached to the customer.`,
    customer === null ? undefined : 'resource_missing',
  );
}

export function factsOf(call: Call, paymentMethod: Stripe.PaymentMethod): CardFacts {
  return find(call, 'card_facts', paymentMethod.id);
}

export function cardOf(call: Call, paymentMethod: Stripe.PaymentMethod): TestCard {
  const { card } = factsOf(call, paymentMethod);
  const known = cardByToken(card);
  if (!known) throw new Error(`The data file names a test card that this version does not know: ${card}`);
  return known;
}

/** Why a charge of this card is declined now; undefined when it is not. */
export function declineOf(call: Call, paymentMethod: Stripe.PaymentMethod): Decline | undefined {
  const { exp_month = 0, exp_year = 0 } = paymentMethod.card ?? {};
  if (isExpired(exp_month, exp_year, call.now)) return EXPIRED;
  return cardOf(call, paymentMethod).decline;
}

/** Attaches a card to a customer. Throws 402 for cards that cannot be saved. */
export function attach(
  call: Call,
  paymentMethod: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  const facts = factsOf(call, paymentMethod);
  const owner = idOf(paymentMethod.customer);
  if (owner === customer) return paymentMethod;
  if (facts.state === 'spent') throw unexpectedState('payment_method_unexpected_state', SPENT);
  if (owner !== null) {
    throw unexpectedState(
      'payment_method_unexpected_state',
      'The payment method you provided has already been attached to a customer.',
    );
  }
  const card = cardOf(call, paymentMethod);
  if (!card.savable && card.decline) throw cardError(card.decline);
  const checks = paymentMethod.card?.checks;
  const attached: Stripe.PaymentMethod = {
    ...paymentMethod,
    customer,
    ...(paymentMethod.card && {
      card: {
        ...paymentMethod.card,
        checks: checks
          ? {
              address_line1_check: null,
              address_postal_code_check: checks.address_postal_code_check && 'pass',
              cvc_check: checks.cvc_check && 'pass',
            }
          : null,
      },
    }),
  };
  call.tx.put(attached);
  call.tx.put<CardFacts>({ ...facts, state: 'attached' });
  call.tx.emit('payment_method.attached', attached);
  return attached;
}

/** Detaches a card from its customer; it can never be attached again. */
export function detach(call: Call, paymentMethod: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (paymentMethod.customer === null) {
    throw unexpectedState(
      'payment_method_unexpected_state',
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const detached = call.tx.put<Stripe.PaymentMethod>({ ...paymentMethod, customer: null });
  spend(call, paymentMethod);
  call.tx.emit('payment_method.detached', detached);
  return detached;
}

/** Marks a payment method that was charged without a customer: it cannot be used again. */
export function spend(call: Call, paymentMethod: Stripe.PaymentMethod): void {
  call.tx.put<CardFacts>({ ...factsOf(call, paymentMethod), state: 'spent' });
}

export const retrievePaymentMethod = (call: Call): Reply => ok(resolvePaymentMethod(call, call.id));

export function attachPaymentMethod(call: Call): Reply {
  const customer = findCustomer(call, requiredText(call.params, 'customer'));
  return ok(attach(call, resolvePaymentMethod(call, call.id), customer.id));
}

export const detachPaymentMethod = (call: Call): Reply =>
  ok(detach(call, find(call, 'payment_method', call.id, 'payment_method')));

/** Changes billing details, metadata and the expiry date of a saved card; a past date makes it an expired card. */
export function updatePaymentMethod(call: Call): Reply {
  const paymentMethod = find(call, 'payment_method', call.id, 'payment_method');
  if (paymentMethod.customer === null) {
    throw unexpectedState(
      'payment_method_unexpected_state',
      'You must save this PaymentMethod to a customer before you can update it.',
    );
  }
  const card = record(call.params, 'card');
  const month = integer(card, 'exp_month') ?? paymentMethod.card?.exp_month ?? 0;
  if (month < 1 || month > 12) {
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." });
  }
  const updated: Stripe.PaymentMethod = {
    ...paymentMethod,
    ...('billing_details' in call.params && { billing_details: billingDetails(call.params) }),
    ...('metadata' in call.params && { metadata: { ...paymentMethod.metadata, ...metadata(call.params) } }),
    ...(paymentMethod.card && {
      card: {
        ...paymentMethod.card,
        exp_month: month,
        exp_year: integer(card, 'exp_year') ?? paymentMethod.card.exp_year,
      },
    }),
  };
  call.tx.put(updated);
  call.tx.emit('payment_method.updated', updated);
  return ok(updated);
}

export function listPaymentMethods(call: Call): Reply {
  return listOf(call, requiredText(call.params, 'customer'), '/v1/payment_methods');
}

export function listCustomerPaymentMethods(call: Call): Reply {
  return listOf(call, call.id, `/v1/customers/${call.id}/payment_methods`);
}

function listOf(call: Call, customerId: string, url: string): Reply {
  const customer = findCustomer(call, customerId);
  const type = text(call.params, 'type');
  const methods = call.tx
    .all('payment_method')
    .filter((each) => each.customer === customer.id && (type === undefined || each.type === type));
  return ok(page(methods, call.params, url));
}

/**
 * Creates a token, for stripe.js's createToken: of a card, from which one payment method can be created, or of a number
 * that identifies a person (`pii`), which is not kept.
 */
export function createToken(call: Call): Reply {
  if ('pii' in call.params)
    return ok(
      call.tx.put({
        id: newId('tok'),
        object: 'token',
        client_ip: null,
        created: call.now,
        livemode: false,
        type: 'pii',
        used: false,
      } as Stripe.Token),
    );
  const { card, expMonth, expYear } = readCard(call, record(call.params, 'card'));
  const token = {
    id: newId('tok'),
    object: 'token',
    card: {
      id: newId('card'),
      object: 'card',
      brand: card.brand,
      country: card.country,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(card),
      funding: card.funding,
      last4: card.number.slice(-4),
    },
    client_ip: null,
    created: call.now,
    livemode: false,
    type: 'card',
    used: false,
    // The legacy fields of a token's card are left out.
  } as Stripe.Token;
  call.tx.put(token);
  call.tx.put<CardFacts>({
    id: token.id,
    object: 'card_facts',
    card: card.token,
    state: 'fresh',
    isSetUp: false,
  });
  return ok(token);
}
