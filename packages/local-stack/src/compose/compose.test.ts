import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
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
const productionFile = join(root, 'docker-compose.production.yml');
const productionText = readFileSync(productionFile, 'utf8');

type Project = {
  services: Record<
    string,
    {
      command?: string[];
      ports?: { host_ip: string; published: string }[];
      environment?: Record<string, string>;
      image?: string;
      read_only?: boolean;
      build?: { target?: string };
      mem_limit?: string;
      entrypoint?: string[];
      depends_on?: object;
      stop_grace_period?: string;
      healthcheck?: { test: string[]; disable?: boolean };
    }
  >;
};

describe('by the schema of the compose specification', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'compose-spec.json'), 'utf8'));
  // zod knows draft 7 by its http address; the copy of the specification has https.
  const Compose = z.fromJSONSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });

  it.each([
    ['docker-compose.yml', text],
    // The schema does not know these two words, which say what is put in place of the other file's.
    ['docker-compose.production.yml', productionText.replaceAll(/ !(override|reset)/g, '')],
  ])('%s is right', (_name, content) => {
    expect(Compose.safeParse(parse(content, { merge: true })).error).toBeUndefined();
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

describe('as docker compose loads them', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinfold-compose-'));
    for (const each of [file, productionFile]) copyFileSync(each, join(folder, basename(each)));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(skip: (reason?: string) => never, files: readonly string[]) {
    const built = await buildLoader();
    if ('missing' in built) return skip(built.missing);
    // Only what the program needs: variables of this machine must not be interpolated.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const paths = files.map((name) => join(folder, name));
    return runProgram(built.program, paths, { env });
  }

  async function load(
    skip: (reason?: string) => never,
    files: readonly string[] = ['docker-compose.yml'],
  ): Promise<Project> {
    const { code, output } = await run(skip, files);
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

  describe('for production', () => {
    const both = ['docker-compose.yml', 'docker-compose.production.yml'];
    const SETTINGS = {
      APP_URL: 'https://portal.example.org',
      MONGO_PASSWORD: '3f9c1e7ab52d48060f9b7c21d4e8a6530c1b2d3e4f5a6b7c',
      JWT_SECRET: '8sJ3kq0ZxT1vYw5rL7nB2mC4dF6gH9aQ',
      TIME_ZONE: 'America/New_York',
      STRIPE_SECRET_KEY: 'sk_live_kinfold',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_kinfold',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
      SMTP_URL: 'smtp://mail.example.org:587',
      MAIL_FROM: 'Grace <dues@grace.example>',
    };
    const write = (settings: Record<string, string>) =>
      writeFileSync(
        join(folder, '.env'),
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );

    it('runs app and worker by the image itself, behind a proxy', { timeout: BUILD_MS }, async ({ skip }) => {
      write(SETTINGS);
      const { services } = await load(skip, both);
      // No mails are caught.
      expect(Object.keys(services).toSorted()).toEqual(['app', 'mongo', 'worker']);
      const { app, worker } = services;
      expect([app?.command?.at(-1), worker?.command?.at(-1)]).toEqual([
        'apps/api/dist/main.js',
        'apps/api/dist/worker.js',
      ]);
      expect(app?.ports).toMatchObject([{ host_ip: '127.0.0.1', published: '8080' }]);
      expect(worker?.ports).toBeUndefined();
      expect(worker?.environment).toEqual(app?.environment);
      const { MONGO_PASSWORD: password, ...own } = SETTINGS;
      expect(app?.environment).toMatchObject({
        ...own,
        NODE_ENV: 'production',
        TRUST_PROXY: '1',
        MONGODB_URI: `mongodb://kinfold:${password}@mongo:27017/kinfold?replicaSet=kinfold&authSource=admin`,
      });
      // Nothing of a trial: production would refuse to start.
      const names = Object.keys(app?.environment ?? {}).join(' ');
      expect(names).not.toMatch(/SANDBOX|MAIL_CATCHER|STRIPE_API_URL|DEMO/);
      for (const each of [app, worker]) {
        expect(each).toMatchObject({ image: 'kinfold', read_only: true, stop_grace_period: '1m0s' });
        expect(Object.keys(each?.depends_on ?? {})).toEqual(['mongo']);
        // The last stage, without launcher, sandbox and mail catcher.
        expect(each?.build?.target).toBeUndefined();
      }
    });

    it('asks for a password in front of the database', { timeout: BUILD_MS }, async ({ skip }) => {
      write(SETTINGS);
      const { mongo } = (await load(skip, both)).services;
      expect(mongo?.command?.join(' ')).toContain('--keyFile');
      expect(mongo?.environment?.MONGO_PASSWORD).toBe(SETTINGS.MONGO_PASSWORD);
      expect(mongo?.healthcheck?.test.at(-1)).toContain('createUser');
    });

    it(
      'does not show the password of that database to a MongoDB of their own',
      { timeout: BUILD_MS },
      async ({ skip }) => {
        const MONGODB_URI = 'mongodb://db.example.org/kinfold?replicaSet=rs0';
        write({ ...SETTINGS, MONGO_PASSWORD: 'unused', MONGODB_URI });
        expect((await load(skip, both)).services.app?.environment).toMatchObject({ MONGODB_URI });
      },
    );

    it('limits the memory of each, and the heap of the worker', { timeout: BUILD_MS }, async ({ skip }) => {
      write(SETTINGS);
      const standard = (await load(skip, both)).services;
      const megabytes = (name: string) => Number(standard[name]?.mem_limit) / 2 ** 20;
      expect(['app', 'worker', 'mongo'].map(megabytes)).toEqual([1024, 512, 2048]);
      expect(standard.worker?.command).toContain('--max-old-space-size=192');
      write({ ...SETTINGS, WORKER_HEAP_MB: '128', WORKER_MEMORY: '300m', APP_MEMORY: '2g' });
      const { app, worker } = (await load(skip, both)).services;
      expect(worker?.command).toContain('--max-old-space-size=128');
      expect([app, worker].map((each) => Number(each?.mem_limit) / 2 ** 20)).toEqual([2048, 300]);
    });

    it('asks the worker whether it lives', { timeout: BUILD_MS }, async ({ skip }) => {
      write(SETTINGS);
      const { worker } = (await load(skip, both)).services;
      expect(worker?.healthcheck?.disable).toBeFalsy();
      expect(worker?.healthcheck?.test.at(-1)).toContain('/tmp/kinfold-worker-alive');
    });

    it.for(Object.keys(SETTINGS))(
      'names %s when it is missing',
      { timeout: BUILD_MS },
      async (name, { skip }) => {
        write({ ...SETTINGS, [name]: '' });
        const { code, output } = await run(skip, both);
        expect(code).toBe(1);
        expect(output).toContain(`required variable ${name} is missing a value: `);
      },
    );
  });
});
