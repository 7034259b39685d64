/** What the Dockerfile and the compose files say, read without an engine; `npm run image-check` runs them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from './stack/settings.ts';
import { workerEnvironment } from './stack/start-worker.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Service = {
  command?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: unknown[] };
  stop_grace_period?: string;
  mem_limit?: string;
  [key: string]: unknown;
};
/** Compose's own tags (`!override`) are removed. */
const servicesOf = (file: string) =>
  (parse(read(file), { merge: true, logLevel: 'error' }) as { services: Record<string, Service> }).services;

describe('docker-compose.yml', () => {
  const { app, worker, mail, mongo } = servicesOf('docker-compose.yml');

  it('runs the worker as a service of its own, with the settings and the sandbox of the app', () => {
    expect([app?.command?.at(-1), worker?.command?.at(-1)]).toEqual(['app', 'worker']);
    expect(worker?.environment).toEqual(app?.environment);
    expect(worker?.ports).toBeUndefined();
    // Values without a default are empty.
    const valueOf = (text: unknown) => String(text).replace(/^\$\{\w+:?-?(.*)\}$/, '$1');
    const given = Object.entries(worker?.environment ?? {}).map(([name, text]) => [name, valueOf(text)]);
    const env = Object.fromEntries(given.filter(([, value]) => value)) as Record<string, string>;
    const dataDir = mkdtempSync(join(tmpdir(), 'kinfold-compose-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const settings = { ...readSettings(root), isProduction: false, hasStripeKey: false, env, dataDir };
    expect(workerEnvironment(settings)).toMatchObject({
      MONGODB_URI: 'mongodb://mongo:27017/kinfold?replicaSet=kinfold',
      SMTP_URL: 'smtp://mail:2525',
      STRIPE_API_URL: 'http://app:12111',
      STRIPE_SECRET_KEY: 'sk_test_kinfold_compose',
    });
  });

  it('is reachable from this machine alone, unless HOST says otherwise', () => {
    const published = [app, worker, mail, mongo].flatMap((each) => each?.ports ?? []);
    expect(published).toHaveLength(2);
    for (const port of published) expect(port).toMatch(/^\$\{HOST:-127\.0\.0\.1\}:/);
  });

  it('gives programs longer to stop than they take, and has health checks of words', () => {
    expect([app?.stop_grace_period, worker?.stop_grace_period]).toEqual(['60s', '60s']);
    for (const each of [app, worker, mail, mongo])
      for (const word of each?.healthcheck?.test ?? []) expect(word).toBeTypeOf('string');
  });
});

describe('docker-compose.production.yml', () => {
  const { app, worker, mongo, mail } = servicesOf('docker-compose.production.yml');

  it('runs app and worker by the image itself, and cannot write to it', () => {
    expect(app?.command?.at(-1)).toBe('apps/api/dist/main.js');
    expect(worker?.command?.at(-1)).toBe('apps/api/dist/worker.js');
    for (const each of [app, worker]) {
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true, build: { context: '.' } });
      expect(each?.mem_limit).toBeTruthy();
    }
    expect(worker?.environment).toEqual(app?.environment);
    expect(mail).toMatchObject({ profiles: ['trying'] });
  });

  it('has nothing of a trial, and a password in front of the database', () => {
    expect(Object.keys(app?.environment ?? {}).join(' ')).not.toMatch(
      /SANDBOX|MAIL_CATCHER|STRIPE_API_URL|DEMO/,
    );
    expect(mongo?.command?.join(' ')).toContain('--keyFile');
    expect(app?.environment?.MONGODB_URI).toContain('${MONGO_PASSWORD:?');
  });
});

it('the image of production is the last stage of the Dockerfile, and runs as a user with a number', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile.match(/^FROM .*/gm)?.at(-1)).toBe('FROM program AS production');
  expect(dockerfile.match(/^USER .*/gm)).toEqual(['USER 1000:1000']);
});
