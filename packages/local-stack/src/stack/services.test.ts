import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiEnvironment } from './services.ts';
import { readSettings } from './settings.ts';
import { workerEnvironment } from './start-worker.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinfold-services-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with HOST=%s the API listens on %s', (host, listensOn) => {
  vi.stubEnv('HOST', host);
  const settings = { ...readSettings(folder), dataDir: folder };
  const addresses = { databaseUri: null, sandbox: null, mails: null };
  expect(apiEnvironment(settings, addresses, 8080).HOST).toBe(listensOn);
});

it.each(['63', '1.5', 'much'])('WORKER_HEAP_MB=%s is refused', (heap) => {
  vi.stubEnv('WORKER_HEAP_MB', heap);
  expect(() => readSettings(folder)).toThrow(
    `WORKER_HEAP_MB must be a number from 64 to 65536; it is '${heap}'.`,
  );
});

describe('the environment of a worker of its own', () => {
  const ELSEWHERE = { MONGODB_URI: 'mongodb://db:27017/kinfold', SMTP_URL: 'smtp://mail:2525' };
  const SANDBOX = {
    SANDBOX_URL: 'http://app:12111',
    SANDBOX_SECRET_KEY: 'sk_test_shared',
    SANDBOX_PUBLISHABLE_KEY: 'pk_test_shared',
  };
  const environmentFor = (env: Record<string, string>) => {
    for (const name of ['NODE_ENV', ...Object.keys({ ...ELSEWHERE, ...SANDBOX }), 'STRIPE_SECRET_KEY'])
      vi.stubEnv(name, env[name] ?? '');
    return workerEnvironment({ ...readSettings(folder), dataDir: folder });
  };

  it('has the sandbox of the app, with its keys', () => {
    expect(environmentFor({ ...ELSEWHERE, ...SANDBOX })).toMatchObject({
      ...ELSEWHERE,
      STRIPE_API_URL: 'http://app:12111',
      STRIPE_SECRET_KEY: 'sk_test_shared',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shared',
    });
  });

  it.each(['development', 'production'])('has no sandbox where there are Stripe keys, in %s', (NODE_ENV) => {
    const env = environmentFor({ ...ELSEWHERE, ...SANDBOX, NODE_ENV, STRIPE_SECRET_KEY: 'sk_live_key' });
    expect(env).toMatchObject({ ...ELSEWHERE, STRIPE_SECRET_KEY: 'sk_live_key' });
    expect(env).not.toHaveProperty('STRIPE_API_URL');
  });

  it('is refused where something is missing that another service brings', () => {
    expect(() => environmentFor(SANDBOX)).toThrow('MONGODB_URI, SMTP_URL');
    expect(() => environmentFor(ELSEWHERE)).toThrow('SANDBOX_URL');
  });
});
