/** Connected accounts (Connect with OAuth): authorize, exchange the code, retrieve, deauthorize, and change for tests. */
import type Stripe from 'stripe';
import { find, idOf, ok, type Call, type Reply } from './api.ts';
import { balanceTransaction } from './balance.ts';
import { ApiError, invalidParam, notFound } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { integer, record, requiredText, text, type Params, metadata } from './params.ts';
import { page } from './lists.ts';
import type { AuthorizationCode, Transaction } from './store.ts';

/** The client id of the platform, as its OAuth settings show it. */
export const CLIENT_ID = 'ca_sandbox';

/** The settings of an account; nothing but its name is set up. */
export const accountSettings = (name: string) => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: { statement_descriptor_prefix: null },
  dashboard: { display_name: name, timezone: 'Etc/UTC' },
  payments: { statement_descriptor: null },
});

/** How many seconds an authorization code is valid; it works once. */
const CODE_LIFETIME = 300;

/**
 * The properties of an account that tests change: whether it can take charges, and whether the platform may still use
 * it.
 */
export type AccountState = 'active' | 'deauthorized' | 'restricted';

const now = ({ now: created }: Call) => ({ created });

function newAccount(call: Call, name: string): Stripe.Account {
  return call.tx.put({
    id: `acct_${randomText(16)}`,
    object: 'account',
    business_profile: { name },
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    metadata: {},
    payouts_enabled: true,
    requirements: { currently_due: [], disabled_reason: null },
    settings: accountSettings(name),
    type: 'standard',
    ...now(call),
    // The SDK's Account has many more fields, which nothing here reads.
  } as unknown as Stripe.Account);
}

/** Returns whether the platform may use an account: it was authorized, and not deauthorized since. */
const isConnected = (tx: Transaction, id: string): boolean =>
  tx.get('account_link', id)?.isConnected === true;

function setConnected(call: Call, id: string, isConnectedNow: boolean): void {
  call.tx.put({ id, object: 'account_link', isConnected: isConnectedNow });
}

/** The accounts of the sandbox, newest first, with whether the platform may use them. */
export function accountsOf(tx: Transaction) {
  return tx.all('account').map((account) => ({
    id: account.id,
    name: account.business_profile?.name ?? '',
    charges_enabled: account.charges_enabled,
    isConnected: isConnected(tx, account.id),
  }));
}

/**
 * The answer on the authorize page: `decision` is accept or refuse, `account` an existing account; without it a new one
 * is made with `name`. The reply says where the browser goes next.
 */
export function decideAuthorization(call: Call): Reply {
  const { tx, params } = call;
  const target = redirectOf(params);
  if (text(params, 'client_id') !== CLIENT_ID) throw invalidParam('client_id', 'No such application');
  const state = text(params, 'state');
  if (state !== undefined) target.searchParams.set('state', state);
  if (text(params, 'decision') !== 'accept') {
    target.searchParams.set('error', 'access_denied');
    target.searchParams.set('error_description', 'The user denied your request');
    return ok({ url: target.href });
  }
  const known = text(params, 'account');
  const account = known
    ? find(call, 'account', known, 'account')
    : newAccount(call, text(params, 'name') ?? 'Test account');
  const code = tx.put<AuthorizationCode>({
    id: newId('ac'),
    object: 'authorization_code',
    account: account.id,
    isUsed: false,
    ...now(call),
  });
  target.searchParams.set('code', code.id);
  return ok({ url: target.href });
}

/** Where the authorize page leads back to. Throws for anything but a web address. */
export function redirectOf(params: Params): URL {
  const given = requiredText(params, 'redirect_uri');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw invalidParam('redirect_uri', 'Invalid redirect URI');
  return url;
}

/** An OAuth error, whose shape differs from the API's errors. */
const oauthError = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error, error_description },
});

/** Exchanges a code: from now on the platform may use the account. */
export function exchangeCode(call: Call): Reply {
  const { tx, params } = call;
  if (text(params, 'grant_type') !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'This grant type is not supported');
  const code = tx.get('authorization_code', requiredText(params, 'code'));
  if (!code || code.isUsed || call.now - code.created > CODE_LIFETIME)
    return oauthError(
      400,
      'invalid_grant',
      `Authorization code does not exist: ${text(params, 'code') ?? ''}`,
    );
  tx.put({ ...code, isUsed: true });
  setConnected(call, code.account, true);
  tx.note('account.application.authorized', find(call, 'account', code.account));
  return ok({
    access_token: `sk_test_${randomText(24)}`,
    livemode: false,
    refresh_token: `rt_${randomText(24)}`,
    scope: 'read_write',
    stripe_publishable_key: `pk_test_${randomText(24)}`,
    stripe_user_id: code.account,
    token_type: 'bearer',
  });
}

/** The platform gives an account up. */
export function deauthorize(call: Call): Reply {
  const id = requiredText(call.params, 'stripe_user_id');
  if (text(call.params, 'client_id') !== CLIENT_ID)
    return oauthError(401, 'invalid_client', 'No such application');
  if (!isConnected(call.tx, id))
    return oauthError(
      401,
      'invalid_client',
      `This application is not connected to stripe account ${id}, or that account does not exist.`,
    );
  disconnect(call, id);
  return ok({ stripe_user_id: id });
}

function disconnect(call: Call, id: string): void {
  setConnected(call, id, false);
  call.tx.emit(
    'account.application.deauthorized',
    { id: CLIENT_ID, object: 'application', name: 'Sandbox platform' },
    undefined,
    id,
  );
}

/** An account that the platform may use. Throws Stripe's 403 for every other. */
export function retrieveAccount(call: Call): Reply {
  if (!isConnected(call.tx, call.id))
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${call.id.slice(0, 40)}' (or that account does not exist). Application access may have been revoked.`,
    });
  return ok(find(call, 'account', call.id));
}

/** Changes an account as its owner or Stripe would, with the event; for tests. */
export function changeAccount(call: Call): Reply {
  const account = find(call, 'account', call.id);
  const state = requiredText(call.params, 'state');
  if (state === 'deauthorized') {
    if (isConnected(call.tx, account.id)) disconnect(call, account.id);
    return ok(account);
  }
  if (state !== 'active' && state !== 'restricted')
    throw invalidParam('state', 'active, restricted or deauthorized');
  const isActive = state === 'active';
  const capability = isActive ? 'active' : 'inactive';
  const changed = call.tx.put<Stripe.Account>({
    ...account,
    capabilities: { card_payments: capability, transfers: capability },
    charges_enabled: isActive,
    requirements: {
      ...account.requirements,
      currently_due: isActive ? [] : ['external_account'],
      disabled_reason: isActive ? null : 'requirements.past_due',
    } as Stripe.Account.Requirements,
  });
  if (isConnected(call.tx, account.id)) call.tx.emit('account.updated', changed, undefined, account.id);
  return ok(changed);
}

/** The parameters of a destination charge. Throws as Stripe does when the account cannot take it. */
export function readDestination(call: Call, amount: number) {
  const data = record(call.params, 'transfer_data');
  const destination = text(data, 'destination');
  const onBehalfOf = text(call.params, 'on_behalf_of');
  if (destination === undefined && 'transfer_data' in call.params)
    throw invalidParam('transfer_data[destination]', 'Missing required param: transfer_data[destination].');
  if (destination !== undefined) checkDestination(call, destination);
  if (onBehalfOf !== undefined) checkDestination(call, onBehalfOf, 'on_behalf_of');
  const part = integer(data, 'amount');
  if (part !== undefined && (part < 1 || part > amount))
    throw invalidParam('transfer_data[amount]', 'The transfer amount is between 1 and the amount.');
  return {
    on_behalf_of: onBehalfOf ?? null,
    transfer_data:
      destination === undefined ? null : { destination, ...(part !== undefined && { amount: part }) },
  };
}

/** Throws unless charges can be made for an account: it is unknown, not connected (any more), or restricted. */
export function checkDestination(call: Call, id: string, param = 'transfer_data[destination]'): void {
  const account = call.tx.get('account', id);
  if (!account || !isConnected(call.tx, id)) throw new ApiError(400, notFound('destination', id, param).body);
  if (!account.charges_enabled)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'insufficient_capabilities_for_transfer',
      message:
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      param,
    });
}

/** A transfer from the platform's balance. */
export function createTransfer(call: Call): Reply {
  const amount = integer(call.params, 'amount') ?? 0;
  if (amount < 1) throw invalidParam('amount', 'This value must be greater than or equal to 1.');
  const destination = requiredText(call.params, 'destination');
  checkDestination(call, destination, 'destination');
  const given = metadata(call.params);
  const transfer = newTransfer(call, {
    id: newId('tr'),
    amount,
    currency: requiredText(call.params, 'currency'),
    destination,
    metadata: given,
    transfer_group: text(call.params, 'transfer_group') ?? null,
  });
  call.tx.emit('transfer.created', transfer, given['paymentId']);
  return ok(transfer);
}

export function listTransfers({ tx, params }: Call): Reply {
  const destination = text(params, 'destination');
  const group = text(params, 'transfer_group');
  const transfers = tx
    .all('transfer')
    .filter((each) => destination === undefined || each.destination === destination)
    .filter((each) => group === undefined || each.transfer_group === group);
  return ok(page(transfers, params, '/v1/transfers'));
}

export const retrieveTransfer = (call: Call): Reply => ok(find(call, 'transfer', call.id));

/** Adds a transfer of which nothing was taken back. */
const newTransfer = (
  call: Call,
  given: Pick<Stripe.Transfer, 'id' | 'amount' | 'currency' | 'destination'> & Partial<Stripe.Transfer>,
) =>
  call.tx.put<Stripe.Transfer>({
    object: 'transfer',
    amount_reversed: 0,
    balance_transaction: null,
    created: call.now,
    description: null,
    livemode: false,
    metadata: {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${given.id}/reversals` },
    reversed: false,
    source_transaction: null,
    transfer_group: null,
    ...given,
  });

/** Moves the money of a succeeded destination charge to its account; the transfer's id, or null. */
export function transferOf(call: Call, intent: Stripe.PaymentIntent, charge: Stripe.Charge): string | null {
  const destination = idOf(intent.transfer_data?.destination);
  if (destination === null) return null;
  const [id, paymentId] = [newId('tr'), newId('py')];
  const amount = intent.transfer_data?.amount ?? intent.amount;
  call.tx.put({ id: paymentId, object: 'place', account: destination, payout: null });
  // What the account has of it.
  const moved = balanceTransaction(call, 'payment', paymentId, intent.currency, amount, 0, destination);
  call.tx.put<Stripe.Charge>({
    ...charge,
    id: paymentId,
    amount,
    amount_captured: amount,
    balance_transaction: moved.id,
    metadata: {},
    payment_intent: null,
    source_transfer: id,
    transfer_data: null,
  });
  const transfer = newTransfer(call, {
    id,
    amount,
    currency: intent.currency,
    destination,
    destination_payment: paymentId,
    source_transaction: charge.id,
  });
  call.tx.emit('transfer.created', transfer, intent.metadata['paymentId']);
  return transfer.id;
}
