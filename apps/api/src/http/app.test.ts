import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPayload } from '@kinfold/stripe-sandbox';
import { anAccount, anOpenCampaign } from '../../test/factories.ts';
import { startApi, testEnvironment, type Api } from '../../test/harness.ts';
import { ConfigError, readConfig } from '../platform/config.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('unknown requests', () => {
  it.each(['/api/v1/nothing', '/v2/nothing', '/token/nothing', '/webhooks/stripe', '/dev/nothing'])(
    'GET %s is a problem, never a page',
    async (path) => {
      const answer = await api.request.get(path).set('Accept', '*/*');
      expect(answer.status).toBe(404);
      expect(answer.type).toBe('application/problem+json');
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it.each(['null', '"text"', '[]', '7'])('a body of %s names what is wrong', async (body) => {
    const answer = await api.request.post('/register').set('Content-Type', 'application/json').send(body);
    expect(answer.status).toBe(422);
  });

  it('a body over 1 MiB is refused, whatever it says it is', async () => {
    const answer = await api.request
      .post('/register')
      .set('Content-Type', 'text/plain')
      .send('x'.repeat(1_048_576 + 10));
    expect(answer.status).toBe(413);
  });

  it('HEAD changes nothing even if the older GET would', async () => {
    const account = await anAccount();
    const { campaignId } = await anOpenCampaign();
    const path = `/v2/members/${account.memberId}/campaigns/${campaignId}/join`;
    expect((await api.request.head(path).set(api.as(account))).status).toBe(405);
  });

  it.each(['{"type":"x"}', 'null', '{"id":"evt_1","type":"x","data":null}', '{"id":{"$gt":""},"type":"x"}'])(
    'a signed event %s of another shape is refused',
    async (body) => {
      const signature = signPayload(body, api.sandbox.webhookSecret, Math.floor(Date.now() / 1000));
      const answer = await api.request
        .post('/webhooks/stripe')
        .set('Content-Type', 'application/json')
        .set('Stripe-Signature', signature)
        .send(body);
      expect(answer.status).toBe(400);
    },
  );
});

describe('the address that it listens on', () => {
  const listensOn = (env: Record<string, string>) =>
    readConfig({ ...testEnvironment(api.deps.config.MONGODB_URI, api.sandbox), ...env }).HOST;

  it.each([
    ['this machine’s own, in development', { NODE_ENV: 'development', HOST: '' }, '127.0.0.1'],
    ['this machine’s own, in tests', { NODE_ENV: 'test', HOST: '' }, '127.0.0.1'],
    ['what HOST says', { NODE_ENV: 'development', HOST: '0.0.0.0' }, '0.0.0.0'],
  ])('is %s', (_what, env, host) => {
    expect(listensOn(env)).toBe(host);
  });
});

describe('a production configuration', () => {
  const good = {
    NODE_ENV: 'production',
    APP_URL: 'https://portal.example.org',
    MONGODB_URI: 'mongodb://db/kinfold',
    JWT_SECRET: 'Zq4v7Yx1Lw9Kp3Rm8Tn2Bd6Hs5Jf0Gc',
    STRIPE_SECRET_KEY: 'sk_live_abcdefghijkl',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_abcdefghijkl',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnopqrst',
    SMTP_URL: 'smtps://mail.example.org:465',
  };

  it('that is complete is taken', () => {
    expect(readConfig({ ...good, JWT_SECRET: `${good.JWT_SECRET}9` })).toMatchObject({
      NODE_ENV: 'production',
      // All addresses, because a proxy is in front.
      HOST: undefined,
    });
  });

  it.each([
    ['STRIPE_API_URL', 'http://localhost:12111'],
    ['STRIPE_SCRIPT_URL', 'http://localhost:12111/v3/stripe.js'],
    ['STRIPE_SECRET_KEY', 'sk_test_abcdefghijkl'],
    ['STRIPE_SECRET_KEY', 'hello'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_abcdefghijkl'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['JWT_SECRET', 'change-me-change-me-change-me-change-me'],
    ['JWT_SECRET', 'abababababababababababababababababab'],
    ['APP_URL', 'http://portal.example.org'],
    ['APP_URL', 'https://'],
    ['APP_URL', 'https://portal.example.org/path'],
    ['MAIL_CATCHER_URL', 'http://localhost:2580'],
  ])('with %s = %s is refused, by name', (name, value) => {
    const config = { ...good, JWT_SECRET: `${good.JWT_SECRET}9`, [name]: value };
    expect(() => readConfig(config)).toThrow(ConfigError);
    expect(() => readConfig(config)).toThrow(name);
  });

  it.each(['jpy', 'krw', 'bhd', 'kwd', 'clp', 'xyz', 'US$', 'USD'])(
    'with a currency that does not count in hundredths, such as %s, is refused with a sentence',
    (CURRENCY) => {
      const config = { ...good, JWT_SECRET: `${good.JWT_SECRET}9`, CURRENCY };
      expect(() => readConfig(config)).toThrow(
        /CURRENCY is (not a currency with two decimals|a three-letter)/,
      );
    },
  );

  it.each(['usd', 'eur', 'gbp', 'cad'])('with %s is taken', (CURRENCY) => {
    expect(readConfig({ ...good, JWT_SECRET: `${good.JWT_SECRET}9`, CURRENCY }).CURRENCY).toBe(CURRENCY);
  });
});
