import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from './index.ts';
import { errorOf, newIntent, startForTest, startReceiver } from './testing.ts';

const REDIRECT = 'http://localhost:8080/connect/return';

const fieldsOf = (more: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: 'ca_sandbox',
  scope: 'read_write',
  redirect_uri: REDIRECT,
  state: 's1',
  ...more,
});

/** Answers the authorize page; returns where it leads back to. */
async function decide(sandbox: Sandbox, more: Record<string, string>): Promise<URL> {
  const answer = await fetch(`${sandbox.url}/oauth/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fieldsOf(more)),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

async function connect(sandbox: Sandbox, stripe: Stripe, name = 'Grace Church'): Promise<string> {
  const code = (await decide(sandbox, { decision: 'accept', name })).searchParams.get('code') ?? '';
  const { stripe_user_id } = await stripe.oauth.token({ grant_type: 'authorization_code', code });
  return stripe_user_id ?? '';
}

const payTo = (stripe: Stripe, destination: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  newIntent(stripe, 'p1', {
    payment_method: 'pm_card_visa',
    transfer_data: { destination, amount: 4500 },
    on_behalf_of: destination,
    ...more,
  });

describe('the authorize page', () => {
  it('offers to accept and to refuse, and leads back with the state', async () => {
    const { sandbox } = await startForTest();
    const page = await fetch(`${sandbox.url}/oauth/authorize?${new URLSearchParams(fieldsOf()).toString()}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:8080;",
    );
    const html = await page.text();
    expect(html).toContain('Connect this account');
    expect(html).toContain('value="s1"');
    const accepted = await decide(sandbox, { decision: 'accept' });
    expect(accepted.href).toMatch(/^http:\/\/localhost:8080\/connect\/return\?state=s1&code=ac_/);
    const refused = await decide(sandbox, { decision: 'refuse' });
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({ state: 's1', error: 'access_denied' });
  });

  it.each([
    ['another client', { client_id: 'ca_other' }],
    ['no address', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown account', { account: 'acct_none', decision: 'accept' }],
  ])('refuses %s', async (_name, more) => {
    const { sandbox } = await startForTest();
    const body = new URLSearchParams(fieldsOf({ decision: 'accept', ...more }));
    const answer = await fetch(`${sandbox.url}/oauth/authorize`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('escapes what its address says', async () => {
    const { sandbox } = await startForTest();
    const query = new URLSearchParams(fieldsOf({ state: '"><script>' })).toString();
    expect(await (await fetch(`${sandbox.url}/oauth/authorize?${query}`)).text()).not.toContain('<script>');
  });
});

describe('an authorization code', () => {
  it('is exchanged once', async () => {
    const { sandbox, stripe } = await startForTest();
    const code = (await decide(sandbox, { decision: 'accept' })).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code } as const;
    const { stripe_user_id = '' } = await stripe.oauth.token(grant);
    expect((await stripe.accounts.retrieve(stripe_user_id)).charges_enabled).toBe(true);
    expect((await errorOf(stripe.oauth.token(grant))).type).toBe('StripeInvalidGrantError');
  });

  it('is over after five minutes', async () => {
    let now = Date.now();
    const { sandbox, stripe } = await startForTest({ clock: () => now });
    const code = (await decide(sandbox, { decision: 'accept' })).searchParams.get('code') ?? '';
    now += 301_000;
    const refused = await errorOf(stripe.oauth.token({ grant_type: 'authorization_code', code }));
    expect(refused.type).toBe('StripeInvalidGrantError');
  });
});

describe('a destination charge', () => {
  it('moves its part to the account, and the journal says so', async () => {
    const { sandbox, stripe } = await startForTest();
    const account = await connect(sandbox, stripe);
    const { id } = await payTo(stripe, account);
    const paid = await stripe.paymentIntents.confirm(id, { use_stripe_sdk: true });
    expect(paid).toMatchObject({ on_behalf_of: account, transfer_data: { destination: account } });
    expect(sandbox.journal.charges('p1')).toMatchObject([
      { amount: 4606, destination: account, onBehalfOf: account },
    ]);
    expect(sandbox.journal.transfers('p1')).toMatchObject([{ amount: 4500, destination: account }]);
  });

  it('is refused for an account that is unknown, restricted or given up', async () => {
    const { sandbox, stripe } = await startForTest();
    const account = await connect(sandbox, stripe);
    const refusal = async (to = account) => {
      const { code, param } = await errorOf(payTo(stripe, to));
      return [code, param];
    };
    const param = 'transfer_data[destination]';
    expect(await refusal('acct_none')).toEqual(['resource_missing', param]);
    await sandbox.changeAccount(account, 'restricted');
    expect(await refusal()).toEqual(['insufficient_capabilities_for_transfer', param]);
    await sandbox.changeAccount(account, 'active');
    const { id } = await payTo(stripe, account);
    await stripe.oauth.deauthorize({ client_id: sandbox.clientId, stripe_user_id: account });
    expect(await refusal()).toEqual(['resource_missing', param]);
    // An intent made before cannot be charged either.
    expect((await errorOf(stripe.paymentIntents.confirm(id))).param).toBe(param);
    expect(sandbox.journal.charges()).toHaveLength(0);
  });
});

describe('events of accounts', () => {
  it('name the account, and report restrictions and of the end', async () => {
    const { url, received } = await startReceiver();
    const { sandbox, stripe } = await startForTest({ webhookUrl: url });
    const account = await connect(sandbox, stripe);
    await sandbox.changeAccount(account, 'restricted');
    await sandbox.changeAccount(account, 'deauthorized');
    await sandbox.webhooks.idle();
    const events = received.map(({ body }) => JSON.parse(body) as Stripe.Event);
    expect(events.map((event) => [event.type, event.account])).toEqual([
      ['account.updated', account],
      ['account.application.deauthorized', account],
    ]);
    expect((await errorOf(stripe.accounts.retrieve(account))).type).toBe('StripePermissionError');
    expect(
      (await errorOf(stripe.oauth.deauthorize({ client_id: 'ca_sandbox', stripe_user_id: account }))).type,
    ).toBe('StripeInvalidClientError');
  });

  it('are caused over HTTP too', async () => {
    const { sandbox, stripe } = await startForTest();
    const account = await connect(sandbox, stripe, 'Grace Church');
    const change = (body: object) =>
      fetch(`${sandbox.url}/_sandbox/accounts/${account}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await change({ state: 'restricted' })).status).toBe(200);
    expect((await change({ state: 'gone' })).status).toBe(422);
    const accounts = await (await fetch(`${sandbox.url}/_sandbox/accounts`)).json();
    expect(accounts).toEqual([
      { id: account, name: 'Grace Church', charges_enabled: false, isConnected: true },
    ]);
  });
});
