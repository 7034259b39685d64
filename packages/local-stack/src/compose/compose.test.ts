import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runProgram } from '../processes.ts';
import { readSettings } from '../stack/settings.ts';
import { workerEnvironment } from '../stack/start-worker.ts';
import { buildLoader } from './build-loader.ts';

const root = resolve(import.meta.dirname, '../../../..');
const file = join(root, 'docker-compose.yml');
const text = readFileSync(file, 'utf8');

type Project = {
  services: Record<
    string,
    {
      command?: string[];
      ports?: { host_ip: string; published: string }[];
      environment?: Record<string, string>;
      stop_grace_period?: string;
      healthcheck?: { test: string[] };
    }
  >;
};

describe('docker-compose.yml, by the schema of the compose specification', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'compose-spec.json'), 'utf8'));
  // zod knows draft 7 by its http address; the copy of the specification has https.
  const Compose = z.fromJSONSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });

  it('is right', () => {
    expect(Compose.safeParse(parse(text)).error).toBeUndefined();
  });

  it('runs the worker as a service of its own, with the settings of the app', () => {
    const { app, worker } = (parse(text) as Project).services;
    expect([app?.command?.at(-1), worker?.command?.at(-1)]).toEqual(['app', 'worker']);
    expect(worker?.environment).toEqual(app?.environment);
    expect(worker?.ports).toBeUndefined();
  });

  it.each([
    ['a map where a command is', text.replace(/- \|\n\s+fetch\(.*/, '- fetch().then((r) => r.ok ? 0: 1)')],
    ['a setting that there is not', text.replace('    init: true', '    inits: true')],
    ['a port without a number', text.replace("'${HOST:-127.0.0.1}:12111:12111'", '[12111]')],
  ])('would not be with %s', (_what, changed) => {
    expect(changed).not.toBe(text);
    expect(Compose.safeParse(parse(changed)).success).toBe(false);
  });
});

describe('docker-compose.yml, as docker compose loads it', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinfold-compose-'));
    copyFileSync(file, join(folder, 'docker-compose.yml'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function load(skip: (reason?: string) => never): Promise<Project> {
    const built = await buildLoader();
    if ('missing' in built) return skip(built.missing);
    // Only what the program needs: variables of this machine must not be interpolated.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const { code, output } = await runProgram(built.program, [join(folder, 'docker-compose.yml')], { env });
    expect([code, code && output]).toEqual([0, 0]);
    return JSON.parse(output) as Project;
  }

  const BUILD_MS = 600_000;

  it.for([
    ['without .env', false],
    ['with .env.example as .env', true],
  ] as const)(
    'has all services, reachable from this machine alone, %s',
    { timeout: BUILD_MS },
    async ([, hasEnv], { skip }) => {
      if (hasEnv) copyFileSync(join(root, '.env.example'), join(folder, '.env'));
      const { services } = await load(skip);
      expect(Object.keys(services).toSorted()).toEqual(['app', 'mail', 'mongo', 'worker']);
      const published = Object.values(services).flatMap(({ ports = [] }) => ports);
      expect(published.map(({ host_ip, published: port }) => `${host_ip}:${port}`)).toEqual([
        '127.0.0.1:8080',
        '127.0.0.1:12111',
      ]);
      expect(services.app?.environment).toMatchObject({
        NODE_ENV: 'development',
        APP_URL: 'http://localhost:8080',
        SMTP_URL: 'smtp://mail:2525',
        MAIL_CATCHER_URL: 'http://mail:2580',
        STRIPE_SECRET_KEY: '',
      });
      // Both take up to 30 s to stop, and the launcher waits 40 s for them.
      expect(services.app?.stop_grace_period).toBe('1m0s');
      expect(services.worker?.stop_grace_period).toBe('1m0s');
      for (const { healthcheck } of Object.values(services))
        for (const part of healthcheck?.test ?? []) expect(part).toBeTypeOf('string');
    },
  );

  it('gives the worker the sandbox of the app', { timeout: BUILD_MS }, async ({ skip }) => {
    const { app, worker } = (await load(skip)).services;
    const env = Object.fromEntries(Object.entries(worker?.environment ?? {}).filter(([, value]) => value));
    const settings = { ...readSettings(folder), isProduction: false, hasStripeKey: false };
    expect(workerEnvironment({ ...settings, env, dataDir: folder })).toMatchObject({
      MONGODB_URI: 'mongodb://mongo:27017/kinfold?replicaSet=kinfold',
      SMTP_URL: 'smtp://mail:2525',
      STRIPE_API_URL: 'http://app:12111',
      STRIPE_SECRET_KEY: app?.environment?.SANDBOX_SECRET_KEY,
    });
  });

  it('goes by .env', { timeout: BUILD_MS }, async ({ skip }) => {
    writeFileSync(join(folder, '.env'), 'HOST=0.0.0.0\nPORT=80\nMAIL_CATCHER_URL=\nNODE_ENV=production\n');
    const { services } = await load(skip);
    expect(services.app?.ports?.[0]).toMatchObject({ host_ip: '0.0.0.0', published: '80' });
    expect(services.app?.environment).toMatchObject({ NODE_ENV: 'production', MAIL_CATCHER_URL: '' });
  });
});
