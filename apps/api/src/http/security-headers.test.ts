import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import type { Config } from '../platform/config.ts';
import { securityHeaders } from './security-headers.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const directives = (policy = '') =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

async function headersWith(change: Partial<Config>) {
  const app = express()
    .use(securityHeaders({ ...api.deps.config, ...change }))
    .use((_request, response) => void response.end());
  return (await supertest(app).get('/')).headers;
}

describe('the headers of every answer', () => {
  it.each(['/', '/docs', '/openapi.json', '/client-config', '/v2/nothing'])(
    '%s takes styles, fonts and scripts from our own files only',
    async (path) => {
      const { headers } = await api.request.get(path).set('Accept', '*/*');
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toMatch(/ https:(;| |$)/);
      expect(directives(policy)).toMatchObject({ 'default-src': ["'self'"], 'object-src': ["'none'"] });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['permissions-policy']).toContain('payment=(self "http://127.0.0.1:');
    },
  );

  const OURS = {
    'default-src': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'script-src-attr': ["'none'"],
  };
  const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  const STRIPE = {
    ...OURS,
    'script-src': ["'self'", ...STRIPE_SCRIPTS],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https://*.stripe.com'],
    'frame-src': ["'self'", ...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
    'connect-src': ["'self'", 'https://api.stripe.com'],
    'upgrade-insecure-requests': [],
  };
  const SANDBOX = 'http://127.0.0.1:12111';
  const stripeKeys = (mode: 'test' | 'live') => ({
    STRIPE_SCRIPT_URL: 'https://js.stripe.com/endive/stripe.js',
    STRIPE_API_URL: undefined,
    STRIPE_SECRET_KEY: `sk_${mode}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    APP_URL: 'https://portal.example.org',
  });

  it.each<[string, Partial<Config>, Record<string, string[]>, string]>([
    [
      'the sandbox',
      { STRIPE_SCRIPT_URL: `${SANDBOX}/v3/stripe.js`, APP_URL: 'http://localhost:8080' },
      {
        ...OURS,
        'script-src': ["'self'", SANDBOX],
        'img-src': ["'self'", 'data:'],
        'frame-src': ["'self'", SANDBOX],
        'connect-src': ["'self'", SANDBOX],
      },
      `payment=(self "${SANDBOX}")`,
    ],
    ...(['test', 'live'] as const).map(
      (mode): [string, Partial<Config>, Record<string, string[]>, string] => [
        `${mode} keys`,
        stripeKeys(mode),
        STRIPE,
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
      ],
    ),
  ])('with %s name what the card provider needs, and nothing else', async (_, change, policy, payment) => {
    const headers = await headersWith(change);
    expect(directives(headers['content-security-policy'])).toEqual(policy);
    expect(headers['permissions-policy']).toContain(payment);
  });

  it.each([
    ['/v2/my/organization', 401],
    ['/v2/nothing', 404],
    ['/assets/nothing.js', 404],
  ])('never let an error be kept: %s', async (path, status) => {
    const answer = await api.request.get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['{', 400],
    ['{}', 422],
  ])('never let a refusal of %s be kept', async (body, status) => {
    const answer = await api.request.post('/register').type('json').send(body);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('let the page of the API have its style from its own address', async () => {
    const { text } = await api.request.get('/docs');
    expect(text).not.toMatch(/<style|style=/);
    const [, href = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    expect((await api.request.get(href)).type).toBe('text/css');
  });
});
