import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../test/harness.ts';
import type { Config } from './config.ts';
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

  it('let the card provider do what its guide asks for', async () => {
    const headers = await headersWith({
      STRIPE_SCRIPT_URL: 'https://js.stripe.com/endive/stripe.js',
      APP_URL: 'https://portal.example.org',
    });
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(directives(headers['content-security-policy'])).toMatchObject({
      'script-src': ["'self'", ...stripe],
      'frame-src': ["'self'", ...stripe, 'https://hooks.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'upgrade-insecure-requests': [],
    });
    expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com" ');
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
