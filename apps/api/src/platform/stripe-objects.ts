/** Converts Stripe's objects and errors to the card provider's. */
import Stripe from 'stripe';
import {
  ProviderRefusal,
  ProviderUnavailable,
  RecipientRefusal,
  type ProviderAccount,
  type ProviderCard,
  type ProviderFailure,
  type ProviderIntent,
  type ProviderSetup,
} from './card-provider.ts';

const { errors } = Stripe;

/** The last two belong to OAuth: a used code, and an account that is not connected (any more). */
const REFUSALS = [
  errors.StripeCardError,
  errors.StripeInvalidRequestError,
  errors.StripeInvalidGrantError,
  errors.StripeInvalidClientError,
];

/** Returns whether an error says that no charge can be made for a connected account. */
export function isRecipientRefusal(error: unknown): error is InstanceType<typeof errors.StripeError> {
  return (
    error instanceof errors.StripeInvalidRequestError &&
    (/^(transfer_data|on_behalf_of)\b/.test(error.param ?? '') ||
      error.code === 'insufficient_capabilities_for_transfer')
  );
}

/** Returns whether an error says that the key of the account is wrong, or lacks the permission. */
export const isKeyRefused = (error: unknown): error is Error =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;

/** Converts an error of the SDK: a refusal, or that the provider cannot be reached. */
export function translate(error: unknown): Error {
  if (error instanceof ProviderUnavailable) return error;
  if (isRecipientRefusal(error)) return new RecipientRefusal(failureOf(error));
  if (REFUSALS.some((kind) => error instanceof kind))
    return new ProviderRefusal(failureOf(error as InstanceType<typeof Stripe.errors.StripeError>));
  return new ProviderUnavailable('the card provider could not be reached', { cause: error });
}

/** Stripe's refusal, from its error. */
export function failureOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderFailure {
  return {
    // The SDK gives '' for missing fields.
    code: error.code || null,
    decline_code: error.decline_code || null,
    message: error.message,
    requestId: error.requestId ?? null,
    ...triedOf(error),
  };
}

/** A payment intent of Stripe. */
export function intentOf(intent: Stripe.PaymentIntent): ProviderIntent {
  const statuses: Readonly<Record<string, ProviderIntent['status']>> = {
    requires_payment_method: 'needs_card',
    requires_action: 'requires_action',
    processing: 'processing',
    succeeded: 'succeeded',
    canceled: 'canceled',
  };
  return {
    id: intent.id,
    status: statuses[intent.status] ?? 'open',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    paymentId: intent.metadata['paymentId'] ?? null,
    clientSecret: intent.client_secret,
    cardId: idOf(intent.payment_method),
    accountId: idOf(intent.transfer_data?.destination ?? null),
    failure: lastFailureOf(intent.last_payment_error),
  };
}

/** A setup intent of Stripe. */
export function setupOf({
  status,
  customer,
  payment_method,
  last_setup_error: last,
}: Stripe.SetupIntent): ProviderSetup {
  return {
    hasSucceeded: status === 'succeeded',
    customerId: idOf(customer),
    cardId: idOf(payment_method),
    failure: lastFailureOf(last),
  };
}

/** The failure of an intent's `last_payment_error` or `last_setup_error`. */
export function lastFailureOf(
  last: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null | undefined,
): ProviderFailure | null {
  if (!last) return null;
  const { code = null, decline_code = null, message = null } = last;
  return { code, decline_code, message, requestId: null, ...triedOf(last) };
}

/** The refused card and an id of the try: the charge, which Stripe makes for each try, or else the card. */
function triedOf({
  charge,
  payment_method: method,
}: {
  charge?: string;
  payment_method?: Stripe.PaymentMethod;
}): Pick<ProviderFailure, 'tryId' | 'card'> {
  return {
    tryId: charge || method?.id || null,
    card: method ? { id: method.id, fingerprint: method.card?.fingerprint ?? null } : null,
  };
}

/** The id of an object that the provider returns expanded or as an id. */
export function idOf(given: string | { id: string } | null | undefined): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null);
}

/** A payment method of Stripe, which is a card. */
export function cardOf(method: Stripe.PaymentMethod): ProviderCard {
  const { customer, card } = method;
  return {
    id: method.id,
    customerId: idOf(customer),
    fingerprint: card?.fingerprint ?? null,
    brand: card?.brand ?? 'card',
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
  };
}

/** A connected account of Stripe. */
export function accountOf(account: Stripe.Account): ProviderAccount {
  const { id, business_profile, settings, email, charges_enabled, capabilities } = account;
  return {
    id,
    name: business_profile?.name || settings?.dashboard.display_name || email || id,
    isReady: charges_enabled && (capabilities?.transfers ?? 'active') === 'active',
  };
}
