import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comeBack, connectAccount, decide, startConnect, storedState } from '../../../../test/connecting.ts';
import { anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { createStripeProvider } from '../../../platform/stripe-provider.ts';
import { collection } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { sweepAccounts } from './connected-account.service.ts';

let api: Api;
let admin: Account;
beforeAll(async () => {
  api = await startApi();
  api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
  admin = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());

const newOrganization = async () =>
  (await anOrganization({ organizationName: 'Grace Church' })).organizationNumber;
const read = async (number: string, account = admin) =>
  api.get(`/v2/organizations/${number}/connect`, account);
const disconnect = (number: string, account = admin) =>
  api.request.delete(`/v2/organizations/${number}/connect`).set(api.as(account));
const historyOf = async (number: string) => {
  const { body } = await api.get(`/v2/audit?subject_type=organization&subject_id=${number}`, admin);
  return (body.entries as { action: string; actor: { name: string } }[])
    .map(({ action, actor }) => [action, actor.name])
    .filter(([action]) => action?.includes('account'));
};

describe('connecting an account', () => {
  it('leads over the authorize page and back, once', async () => {
    const number = await newOrganization();
    expect((await read(number)).body).toEqual({ account: null, mayConnect: true });
    const { status, body } = await startConnect(api, admin, number);
    expect(status).toBe(200);
    const url = new URL(body.url as string);
    expect(url.origin).toBe(api.sandbox.url);
    expect(url.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'ca_sandbox',
      redirect_uri: 'http://localhost:8080/connect/return',
      response_type: 'code',
    });
    const query = await decide(url.href, { decision: 'accept', name: 'Grace Church Inc.' });
    const back = await comeBack(api, admin, query);
    const account = { accountName: 'Grace Church Inc.', state: 'active' };
    expect([back.status, back.body]).toMatchObject([
      200,
      { organizationNumber: number, organizationName: 'Grace Church', account },
    ]);
    expect((await read(number)).body.account).toMatchObject(account);
    const again = await comeBack(api, admin, query);
    expect([again.status, again.body.code]).toEqual([404, 'connect_expired']);
    const other = await startConnect(api, admin, number);
    expect([other.status, other.body.code]).toEqual([409, 'already_connected']);
    expect(await historyOf(number)).toEqual([['organization.account_connected', admin.email]]);
  });

  it('keeps the state as a hash only', async () => {
    const { body } = await startConnect(api, admin, await newOrganization());
    const state = new URL(body.url as string).searchParams.get('state') ?? '';
    expect(state.length).toBeGreaterThan(40);
    const stored = await collection<{ _id: string }>('connect_states').find().toArray();
    expect(stored.map(({ _id }) => _id)).toContain(sha256(state));
    expect(JSON.stringify(stored)).not.toContain(state);
  });

  it('is refused to another person and another session, and works for the right one after that', async () => {
    const number = await newOrganization();
    const { body } = await startConnect(api, admin, number);
    const query = await decide(body.url as string, { decision: 'accept' });
    const other = await anAccount({ role: 'administrator' });
    expect((await comeBack(api, other, query)).status).toBe(404);
    const elsewhere = api.deps.accessTokens.sign(
      { sub: admin.userId, mid: null, oid: null, email: admin.email, sid: 'another', epoch: 0 },
      api.deps.now(),
    );
    const there = await api.request
      .get('/v2/connect/return')
      .query(query)
      .set('Authorization', `Bearer ${elsewhere}`);
    expect(there.status).toBe(404);
    expect(await storedState(number)).toBeUndefined();
    expect((await comeBack(api, admin, query)).status).toBe(200);
  });

  it('connects once when the browser comes back several times at once', async () => {
    const number = await newOrganization();
    const { body } = await startConnect(api, admin, number);
    const query = await decide(body.url as string, { decision: 'accept' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => comeBack(api, admin, query)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
  });

  it('changes nothing when the owner refuses', async () => {
    const number = await newOrganization();
    const { body } = await startConnect(api, admin, number);
    const query = await decide(body.url as string, { decision: 'refuse' });
    const back = await comeBack(api, admin, query);
    expect([back.status, back.body]).toMatchObject([200, { organizationNumber: number, account: null }]);
    expect((await comeBack(api, admin, query)).status).toBe(404);
    expect(await historyOf(number)).toEqual([]);
  });

  it('keeps the account of the first request, and gives up the other', async () => {
    const number = await newOrganization();
    const [one, other] = await Promise.all([1, 2].map(() => startConnect(api, admin, number)));
    const queries = await Promise.all(
      [one, other].map((start) => decide(start?.body.url as string, { decision: 'accept' })),
    );
    const answers = await Promise.all(queries.map((query) => comeBack(api, admin, query)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { accountId } = (await read(number)).body.account;
    const connected = (await (await fetch(`${api.sandbox.url}/_sandbox/accounts`)).json()) as {
      id: string;
      isConnected: boolean;
    }[];
    // The newest two are of this test.
    expect(
      connected
        .slice(0, 2)
        .filter(({ isConnected }) => isConnected)
        .map(({ id }) => id),
    ).toEqual([accountId]);
  });

  it.each([
    [{ state: 'x' }, 422, 'code'],
    [{ code: 'ac_1' }, 422, 'state'],
    [{ state: 'x', code: 'ac_1' }, 404, undefined],
    [{ state: 'x'.repeat(201), code: 'ac_1' }, 422, 'state'],
  ])('answers %o with %i', async (query, status, path) => {
    const answer = await comeBack(api, admin, query as Record<string, string>);
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([status, path]);
  });

  it('refuses a code that is none, without an account', async () => {
    const number = await newOrganization();
    const { body } = await startConnect(api, admin, number);
    const state = new URL(body.url as string).searchParams.get('state') ?? '';
    expect((await comeBack(api, admin, { state, code: 'ac_none' })).body.code).toBe('connect_expired');
    expect(await storedState(number)).toBeUndefined();
  });

  it('is for administrators of the organization; the office reads its state', async () => {
    const number = await newOrganization();
    const at = (role: 'manager' | 'treasurer' | 'viewer' | 'administrator', organizationNumber = number) =>
      anAccount({ role, organizationNumber });
    expect((await read(number, await at('treasurer'))).status).toBe(200);
    expect((await read(number, await at('viewer'))).status).toBe(403);
    expect((await startConnect(api, await at('manager'), number)).status).toBe(403);
    expect((await disconnect(number, await at('manager'))).status).toBe(403);
    const elsewhere = await at('administrator', await newOrganization());
    expect((await startConnect(api, elsewhere, number)).status).toBe(403);
    expect((await startConnect(api, admin, 'none')).status).toBe(404);
    expect((await comeBack(api, await at('manager'), { state: 'x', code: 'y' })).status).toBe(403);
  });

  it('says so where Stripe is used without a client id', async () => {
    const number = await newOrganization();
    const { config, provider } = api.deps;
    Object.assign(api.deps, {
      config: { ...config, STRIPE_API_URL: undefined },
      provider: createStripeProvider({ secretKey: 'sk_test_none', webhookSecrets: [] }),
    });
    expect((await read(number)).body.mayConnect).toBe(false);
    expect((await startConnect(api, admin, number)).body.code).toBe('connect_not_configured');
    Object.assign(api.deps, { config, provider });
  });
});

describe('a connected account', () => {
  it('is disconnected here and at the provider', async () => {
    const number = await newOrganization();
    const accountId = await connectAccount(api, number);
    expect((await disconnect(number)).status).toBe(204);
    expect((await read(number)).body.account).toBeNull();
    expect(await api.deps.provider.retrieveAccount(accountId)).toBeUndefined();
    expect((await disconnect(number)).status).toBe(404);
    expect((await historyOf(number))[0]).toEqual(['organization.account_disconnected', admin.email]);
  });

  it('stays at the provider while another organization has it', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    const account = await connectAccount(api, one);
    expect(await connectAccount(api, other, { account })).toBe(account);
    expect((await disconnect(one)).status).toBe(204);
    expect(await api.deps.provider.retrieveAccount(account)).toMatchObject({ isReady: true });
    expect((await read(other)).body.account.state).toBe('active');
  });

  it('stays connected here while the provider cannot be reached', async () => {
    const number = await newOrganization();
    await connectAccount(api, number);
    api.sandbox.faults.add({ kind: 'refuse', match: { path: '/oauth/deauthorize' }, times: 'always' });
    expect((await disconnect(number)).status).toBe(502);
    api.sandbox.faults.clear();
    expect(await storedState(number)).toBe('active');
    expect((await disconnect(number)).status).toBe(204);
  });

  it('is known as restricted, as restored and as given up, by the provider’s events', async () => {
    const number = await newOrganization();
    const accountId = await connectAccount(api, number);
    for (const state of ['restricted', 'active', 'deauthorized'] as const) {
      await api.sandbox.changeAccount(accountId, state);
      await expect.poll(() => storedState(number)).toBe(state);
    }
    expect((await historyOf(number)).slice(0, 3)).toEqual(
      Array(3).fill(['organization.account_changed', 'The card provider']),
    );
    // Then another can be connected.
    expect((await startConnect(api, admin, number)).status).toBe(200);
    await connectAccount(api, number);
    expect(await storedState(number)).toBe('active');
  });

  it('keeps its state when an old event comes late: the provider is asked', async () => {
    const number = await newOrganization();
    const accountId = await connectAccount(api, number);
    api.sandbox.faults.add({ kind: 'webhook-delay', match: { event: 'account.updated' }, ms: 300 });
    await api.sandbox.changeAccount(accountId, 'restricted');
    await api.sandbox.changeAccount(accountId, 'active');
    await api.sandbox.webhooks.idle();
    await expect.poll(() => storedState(number)).toBe('active');
  });

  it('keeps the organization from being removed', async () => {
    const number = await newOrganization();
    await connectAccount(api, number);
    const remove = () => api.request.delete(`/api/v1/organization/${number}`).set(api.as(admin));
    const refused = await remove();
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Grace Church cannot be removed: its payment account is still connected.',
    ]);
    await disconnect(number);
    expect((await remove()).status).toBe(204);
  });
});

// Last: events are signed with the provider's clock.
describe('as time passes', () => {
  it('is over after ten minutes', async () => {
    const number = await newOrganization();
    const { body } = await startConnect(api, admin, number);
    const query = await decide(body.url as string, { decision: 'accept' });
    api.advance(10 * 60_000 + 1);
    expect((await comeBack(api, admin, query)).body.code).toBe('connect_expired');
    expect(await storedState(number)).toBeUndefined();
  });

  it('is queried by the worker if no event reported it', async () => {
    const number = await newOrganization();
    const accountId = await connectAccount(api, number);
    api.sandbox.faults.add({ kind: 'webhook-drop', match: {}, times: 'always' });
    await api.sandbox.changeAccount(accountId, 'restricted');
    api.sandbox.faults.clear();
    await sweepAccounts(api.deps);
    expect(await storedState(number)).toBe('active');
    api.advance(6 * 3_600_000 + 1);
    await sweepAccounts(api.deps);
    expect(await storedState(number)).toBe('restricted');
  });
});
