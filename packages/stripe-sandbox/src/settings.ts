/** The dashboard's settings of the platform's own account: webhook endpoints and the domains of wallets. */
import type Stripe from 'stripe';
import { ok, type Call, type Reply } from './api.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { list, requiredText, text } from './params.ts';
import { accountSettings, CLIENT_ID } from './accounts.ts';

/** The account that the secret key belongs to. */
export function retrieveOwnAccount({ now }: Call): Reply {
  return ok({
    id: 'acct_sandbox',
    object: 'account',
    charges_enabled: true,
    country: 'US',
    created: now,
    default_currency: 'usd',
    details_submitted: true,
    payouts_enabled: true,
    settings: accountSettings('Sandbox platform'),
    type: 'standard',
  });
}

/** Adds an endpoint to the list; the sandbox sends its events to the address that it was started with. */
export function createWebhookEndpoint({ tx, params, now }: Call): Reply {
  return ok(
    tx.put({
      id: newId('we'),
      object: 'webhook_endpoint',
      api_version: null,
      application: text(params, 'connect') === 'true' ? CLIENT_ID : null,
      created: now,
      description: null,
      enabled_events: list(params, 'enabled_events') ?? [],
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: requiredText(params, 'url'),
    } as Stripe.WebhookEndpoint),
  );
}

export const listWebhookEndpoints = ({ tx, params }: Call): Reply =>
  ok(page(tx.all('webhook_endpoint'), params, '/v1/webhook_endpoints'));

/** Registers a domain; every wallet is active on it at once. */
export function createPaymentMethodDomain({ tx, params, now }: Call): Reply {
  const status = { status: 'active' };
  return ok(
    tx.put({
      id: newId('pmd'),
      object: 'payment_method_domain',
      amazon_pay: status,
      apple_pay: status,
      created: now,
      domain_name: requiredText(params, 'domain_name'),
      enabled: text(params, 'enabled') !== 'false',
      google_pay: status,
      klarna: status,
      link: status,
      livemode: false,
      paypal: status,
    } as Stripe.PaymentMethodDomain),
  );
}

export function listPaymentMethodDomains({ tx, params }: Call): Reply {
  const name = text(params, 'domain_name');
  const domains = tx
    .all('payment_method_domain')
    .filter((each) => name === undefined || each.domain_name === name);
  return ok(page(domains, params, '/v1/payment_method_domains'));
}
