import { find, idOf, ok, type Call, type Reply } from './api.ts';
import {
  changeAccount,
  createTransfer,
  deauthorize,
  decideAuthorization,
  exchangeCode,
  listTransfers,
  retrieveAccount,
  retrieveTransfer,
} from './accounts.ts';
import {
  changeRefund,
  createRefund,
  createTransferReversal,
  listBalanceTransactions,
  listCharges,
  listRefunds,
  listTransferReversals,
  retrieveBalanceTransaction,
  retrieveCharge,
  retrieveRefund,
} from './charges.ts';
import {
  changeDispute,
  changePayout,
  createDispute,
  createPayout,
  listDisputes,
  listPayouts,
  retrieveDispute,
  retrievePayout,
} from './disputes.ts';
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer } from './customers.ts';
import { invalidParam, notFound } from './errors.ts';
import { list, requiredText, text } from './params.ts';
import { page } from './lists.ts';
import {
  authenticatePaymentIntent,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
} from './payment-intents.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  createToken,
  detachPaymentMethod,
  listCustomerPaymentMethods,
  listPaymentMethods,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts';
import {
  authenticateSetupIntent,
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
} from './setup-intents.ts';
import {
  createPaymentMethodDomain,
  createWebhookEndpoint,
  listPaymentMethodDomains,
  listWebhookEndpoints,
  retrieveOwnAccount,
} from './settings.ts';

/**
 * Who may call: `secret` needs the secret key, `browser` accepts the publishable key too, `open` needs only a client
 * secret.
 */
export type Access = 'browser' | 'open' | 'secret';

export type Route = {
  method: 'DELETE' | 'GET' | 'POST';
  path: string;
  access: Access;
  /** The accepted parameters, including those without an effect; others are refused, as at Stripe. */
  params: ReadonlySet<string>;
  run(call: Call): Reply;
};

const route = (
  method: Route['method'],
  path: string,
  run: Route['run'],
  params = '',
  access: Access = 'secret',
): Route => ({ method, path, run, access, params: new Set(`expand ${params}`.trim().split(/\s+/)) });

const PAGE = 'limit starting_after ending_before created';
const CONFIRM = `payment_method payment_method_data payment_method_options return_url off_session
  error_on_requires_action use_stripe_sdk mandate mandate_data allowed_payment_method_types
  payment_method_types setup_future_usage receipt_email radar_options capture_method shipping client_secret
  expected_payment_method_type client_attribution_metadata`;
const CREATE_INTENT = `customer description metadata automatic_payment_methods confirm confirmation_method
  on_behalf_of excluded_payment_method_types payment_method_configuration ${CONFIRM}`;

const AUTHORIZE = 'response_type client_id scope redirect_uri state';

const ROUTES: readonly Route[] = [
  route(
    'POST',
    '/v1/customers',
    createCustomer,
    'name email phone description metadata address preferred_locales',
  ),
  route('GET', '/v1/customers', listCustomers, `email ${PAGE}`),
  route('GET', '/v1/customers/:id', retrieveCustomer),
  route('DELETE', '/v1/customers/:id', deleteCustomer),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    listCustomerPaymentMethods,
    `type allow_redisplay ${PAGE}`,
  ),

  route(
    'POST',
    '/v1/payment_methods',
    createPaymentMethod,
    'type card billing_details metadata allow_redisplay radar_options',
    'browser',
  ),
  route('GET', '/v1/payment_methods', listPaymentMethods, `customer type allow_redisplay ${PAGE}`),
  route('GET', '/v1/payment_methods/:id', retrievePaymentMethod),
  route(
    'POST',
    '/v1/payment_methods/:id',
    updatePaymentMethod,
    'card billing_details metadata allow_redisplay',
  ),
  route('POST', '/v1/payment_methods/:id/attach', attachPaymentMethod, 'customer'),
  route('POST', '/v1/payment_methods/:id/detach', detachPaymentMethod),
  route('POST', '/v1/tokens', createToken, 'card pii', 'browser'),
  route('GET', '/v1/tokens/:id', (call) => ok(find(call, 'token', call.id))),

  route(
    'POST',
    '/v1/payment_intents',
    createPaymentIntent,
    `amount currency statement_descriptor statement_descriptor_suffix transfer_group
      transfer_data ${CREATE_INTENT}`,
  ),
  route('GET', '/v1/payment_intents', listPaymentIntents, `customer ${PAGE}`),
  route('GET', '/v1/payment_intents/:id', retrievePaymentIntent, 'client_secret', 'browser'),
  route('POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent, CONFIRM, 'browser'),
  route('POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent, 'cancellation_reason'),

  route('POST', '/v1/setup_intents', createSetupIntent, `usage ${CREATE_INTENT}`),
  route('GET', '/v1/setup_intents', listSetupIntents, `customer payment_method ${PAGE}`),
  route('GET', '/v1/setup_intents/:id', retrieveSetupIntent, 'client_secret', 'browser'),
  route('POST', '/v1/setup_intents/:id/confirm', confirmSetupIntent, CONFIRM, 'browser'),
  route('POST', '/v1/setup_intents/:id/cancel', cancelSetupIntent, 'cancellation_reason'),
  route('POST', '/v1/3ds2/challenge_complete', completeChallenge, 'client_secret outcome', 'open'),

  route('POST', '/oauth/authorize', decideAuthorization, `${AUTHORIZE} decision account name`, 'open'),
  route('POST', '/oauth/token', exchangeCode, 'grant_type code client_secret client_id'),
  route('POST', '/oauth/deauthorize', deauthorize, 'client_id stripe_user_id'),
  route('GET', '/v1/accounts/:id', retrieveAccount),
  route('GET', '/v1/account', retrieveOwnAccount),
  route('POST', '/v1/webhook_endpoints', createWebhookEndpoint, 'url enabled_events connect'),
  route('GET', '/v1/webhook_endpoints', listWebhookEndpoints, PAGE),
  route('POST', '/v1/payment_method_domains', createPaymentMethodDomain, 'domain_name enabled'),
  route('GET', '/v1/payment_method_domains', listPaymentMethodDomains, `domain_name enabled ${PAGE}`),
  // Not part of Stripe's API: what its dashboard does with an account.
  route('POST', '/v1/test_helpers/accounts/:id', changeAccount, 'state'),

  route('POST', '/v1/transfers', createTransfer, 'amount currency destination metadata transfer_group'),
  route('GET', '/v1/transfers', listTransfers, `destination transfer_group ${PAGE}`),
  route('GET', '/v1/transfers/:id', retrieveTransfer),
  route('POST', '/v1/transfers/:id/reversals', createTransferReversal, 'amount metadata'),
  route('GET', '/v1/transfers/:id/reversals', listTransferReversals, PAGE),
  route('GET', '/v1/charges', listCharges, `customer payment_intent ${PAGE}`),
  route('GET', '/v1/charges/:id', retrieveCharge),
  route('POST', '/v1/refunds', createRefund, 'charge payment_intent amount reason metadata reverse_transfer'),
  route('GET', '/v1/refunds', listRefunds, `charge payment_intent ${PAGE}`),
  route('GET', '/v1/refunds/:id', retrieveRefund),
  route('GET', '/v1/disputes', listDisputes, `charge payment_intent ${PAGE}`),
  route('GET', '/v1/disputes/:id', retrieveDispute),
  route('POST', '/v1/payouts', createPayout, 'amount currency'),
  route('GET', '/v1/payouts', listPayouts, `status ${PAGE}`),
  route('GET', '/v1/payouts/:id', retrievePayout),
  // Not part of Stripe's API: what banks and cardholders do.
  route('POST', '/v1/test_helpers/refunds/:id', changeRefund, 'status'),
  route('POST', '/v1/test_helpers/disputes', createDispute, 'charge amount inquiry'),
  route('POST', '/v1/test_helpers/disputes/:id', changeDispute, 'status'),
  route('POST', '/v1/test_helpers/payouts/:id', changePayout, 'status'),
  route('GET', '/v1/balance_transactions', listBalanceTransactions, `type source currency payout ${PAGE}`),
  route('GET', '/v1/balance_transactions/:id', retrieveBalanceTransaction),
  route('GET', '/v1/events', listEvents, `type types ${PAGE}`),
  route('GET', '/v1/events/:id', (call) => ok(find(call, 'event', call.id))),
];

/** The route of a request and the id in its path; undefined when there is none. */
export function matchRoute(method: string, path: string): { route: Route; id: string } | undefined {
  const steps = path.split('/');
  for (const each of ROUTES) {
    const pattern = each.path.split('/');
    if (each.method !== method || pattern.length !== steps.length) continue;
    if (!pattern.every((part, index) => part === ':id' || part === steps[index])) continue;
    return { route: each, id: steps[pattern.indexOf(':id')] ?? '' };
  }
  return undefined;
}

/** Handles the payer's answer on the 3-D Secure page: `outcome` is complete or fail. */
function completeChallenge(call: Call): Reply {
  const secret = requiredText(call.params, 'client_secret');
  const outcome = requiredText(call.params, 'outcome');
  if (outcome !== 'complete' && outcome !== 'fail') throw invalidParam('outcome', 'complete or fail');
  const id = secret.slice(0, Math.max(0, secret.indexOf('_secret_')));
  const payment = call.tx.get('payment_intent', id);
  if (payment?.client_secret === secret)
    return authenticatePaymentIntent(call, payment, outcome === 'complete');
  const setup = call.tx.get('setup_intent', id);
  if (setup?.client_secret === secret) return authenticateSetupIntent(call, setup, outcome === 'complete');
  throw notFound('intent', id, 'client_secret');
}

function listEvents({ tx, params }: Call): Reply {
  const type = text(params, 'type');
  const types = list(params, 'types') ?? (type === undefined ? undefined : [type]);
  const wanted = types?.map((each) => new RegExp(`^${each.replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  const events = tx
    .all('event')
    .filter((each) => !wanted || wanted.some((pattern) => pattern.test(each.type)));
  return ok(page(events, params, '/v1/events'));
}

/** The `metadata` of a request, else of its target object, to match faults. */
export function targetMetadata(
  call: Pick<Call, 'tx' | 'id'>,
  own: Record<string, string>,
): Record<string, string> {
  const { tx, id } = call;
  const charge = tx.get('charge', id);
  const intent = tx.get('payment_intent', charge ? (idOf(charge.payment_intent) ?? '') : id);
  return { ...intent?.metadata, ...tx.get('setup_intent', id)?.metadata, ...charge?.metadata, ...own };
}
