/**
 * `npm run image-check`: builds the image with a container engine. Checks its contents, starts it with production
 * settings that must be refused, then with services of this machine: signs in, pays, reads the receipt mail, checks the
 * books, and stops it. Finally starts it by docker-compose.production.yml with its own database.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { migrations } from '../apps/api/src/migrations/index.ts';
import { pendingMigrations } from '../apps/api/src/work/migrations.ts';
import { aPayer, type Payer } from '../apps/api/test/payer.ts';
import { findEngine } from '../packages/local-stack/src/database/container.ts';
import { findFreePort } from '../packages/local-stack/src/ports.ts';
import { buildImage, type Deployment, type Image, type Running } from './lib/image.ts';
import { sendPayment } from './lib/payer-client.ts';
import { atEnd, print, runProgram } from './lib/program.ts';
import { startServices } from './lib/services.ts';

const root = path.resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 35_000;
/** The exit code for invalid settings. */
const BAD_SETTINGS = 78;
const WORKER = ['node', '--enable-source-maps', 'apps/api/dist/worker.js'];

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Failed: ${what}`);
  print(`ok  ${what}`);
}

/** Repeats `work` until it returns a value. */
async function until<T>(what: string, work: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const found = await work().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`${what}: not within ${READY_WITHIN_MS / 1000} s`);
}

/** Checks the image from inside: built files and production dependencies, every command, and nothing else. */
async function lookInto(image: Image): Promise<void> {
  const names = ['node_modules', 'apps/api', 'apps/web', 'packages/local-stack', 'apps/api/dist'];
  const script = `const { existsSync, readdirSync } = require('node:fs');
    const list = (name) => (existsSync(name) ? readdirSync(name) : []);
    console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, list(name)]))))`;
  const looking = image.start({}, ['node', '-e', script]);
  expect((await looking.ended()) === 0, 'its contents can be listed');
  const found = JSON.parse(looking.output()) as Record<string, string[]>;
  const isIn = (folder: string, name: string) => Boolean(found[folder]?.includes(name));
  // Parts for trying the product: the database that is started here, the mail catcher, the mail parser.
  const trial = ['mongodb-memory-server-core', 'smtp-server', 'postal-mime'];
  expect(
    !isIn('packages/local-stack', 'dist') && !trial.some((name) => isIn('node_modules', name)),
    'launcher, sandbox and mail catcher are not in it',
  );
  const tools = ['typescript', 'vite', 'vitest', '@playwright', 'esbuild', 'oxfmt', 'react', 'jsdom'];
  expect(isIn('node_modules', 'express'), 'production dependencies are in it');
  expect(!tools.some((name) => isIn('node_modules', name)), `no tools are in it: ${tools.join(', ')}`);
  const parts = ['apps/api', 'apps/web'];
  expect(
    parts.every((name) => isIn(name, 'dist') && !isIn(name, 'src')),
    'only built files of our own are in it',
  );
  const commands = readdirSync(path.join(root, 'apps/api/src/commands'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, '.js'));
  expect(
    ['main.js', 'worker.js', ...commands].every((name) => isIn('apps/api/dist', name)),
    `every command is in it: ${commands.join(', ')}`,
  );
}

/** The settings that production must refuse, with their messages. */
const REFUSED: readonly { name: string; settings: Record<string, string>; sentences: readonly string[] }[] = [
  {
    name: 'production without settings',
    settings: {},
    sentences: [
      'MONGODB_URI is required',
      'JWT_SECRET is required',
      'STRIPE_SECRET_KEY is required',
      'STRIPE_PUBLISHABLE_KEY is required',
      'STRIPE_WEBHOOK_SECRET is required',
      'SMTP_URL is required',
    ],
  },
  {
    name: 'production with the settings of development',
    settings: {
      MONGODB_URI: 'mongodb://127.0.0.1:1/kinfold',
      APP_URL: 'http://portal.example.org',
      JWT_SECRET: 'change-me-change-me-change-me-change-me',
      STRIPE_SECRET_KEY: 'sk_test_kinfold',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_kinfold',
      STRIPE_WEBHOOK_SECRET: 'whsec_short',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_short',
      STRIPE_API_URL: 'http://127.0.0.1:12111',
      STRIPE_SCRIPT_URL: 'http://127.0.0.1:12111/v3/stripe.js',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_CATCHER_URL: 'http://127.0.0.1:2580',
    },
    sentences: [
      'STRIPE_API_URL points to a sandbox: production charges real cards only',
      'STRIPE_SCRIPT_URL must be of https://js.stripe.com: this script takes the card numbers',
      'STRIPE_SECRET_KEY is not a live key (or is a test key)',
      'STRIPE_PUBLISHABLE_KEY is not a live key (or is a test key)',
      'STRIPE_WEBHOOK_SECRET is not the signing secret of a webhook',
      'STRIPE_CONNECT_WEBHOOK_SECRET is not the signing secret of a webhook',
      'JWT_SECRET is not a secret: make a random one',
      'APP_URL must be an address such as https://portal.example.org',
      'MAIL_CATCHER_URL is for development: production sends its mails',
    ],
  },
];

async function mustRefuse(image: Image): Promise<void> {
  for (const { name, settings, sentences } of REFUSED)
    for (const command of [undefined, WORKER]) {
      const running = image.start(settings, command);
      const who = `${command ? 'worker' : 'API'}: ${name}`;
      expect((await running.ended()) === BAD_SETTINGS, `${who} is refused`);
      const printed = running.output().split('\n');
      for (const sentence of sentences) expect(printed.includes(sentence), `  ${sentence}`);
    }
}

async function makePayer(uri: string): Promise<Payer> {
  await connectDatabase(uri);
  try {
    const pending = await pendingMigrations(migrations);
    expect(pending.length === 0, 'it has applied every migration');
    return await aPayer();
  } finally {
    await disconnectDatabase();
  }
}

async function signInAndPay(url: string, payer: Payer): Promise<void> {
  const page = await fetch(url);
  const html = await page.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '/none';
  expect(page.ok && (await fetch(`${url}${script}`)).ok, 'it serves the web and its script');
  const signedIn = await fetch(`${url}/v2/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: payer.account.email, password: 'Demo1234' }),
  });
  expect(signedIn.ok, 'it signs a user in');
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const payment = { paymentId: randomUUID(), payer, lines: payer.dues, token: 'pm_card_visa' };
  const target = { url, bearer: `Bearer ${token}` };
  expect((await sendPayment(payment, target)).status === 200, 'it takes a payment');
  expect((await sendPayment(payment, target)).status === 200, 'and the same payment again, charging nothing');
}

async function mustStop(name: string, running: Running): Promise<void> {
  const since = Date.now();
  const code = await running.stop();
  const tookMs = Date.now() - since;
  expect(
    code === 0 && tookMs < STOPPED_WITHIN_MS,
    `the ${name} stops when asked, with code 0 (${tookMs} ms)`,
  );
}

async function mustServe(image: Image): Promise<void> {
  const { environment } = await startServices();
  const port = String(await findFreePort(0));
  const url = `http://localhost:${port}`;
  const env = { ...environment, HOST: '127.0.0.1', PORT: port, APP_URL: url };
  const since = Date.now();
  const api = image.start(env);
  await until('/ready', async () => {
    if (api.code() !== null) throw new Error(api.output());
    return (await fetch(`${url}/ready`)).ok || undefined;
  }).catch((error: unknown) => {
    print(api.output());
    throw error;
  });
  expect(true, `it is ready (${Date.now() - since} ms)`);
  expect((await image.healthCheck({ PORT: port })) === 0, "the image's health check agrees");
  const worker = image.start(env, WORKER);
  const payer = await makePayer(env.MONGODB_URI);
  await signInAndPay(url, payer);
  const mail = await until('the receipt mail', async () => {
    const answer = await fetch(
      `${env.MAIL_CATCHER_URL}/dev/mails?to=${encodeURIComponent(payer.account.email)}`,
    );
    const [newest] = (await answer.json()) as { subject: string }[];
    return newest;
  });
  expect(true, `the worker sends the receipt: ${mail.subject}`);
  const doctor = image.start(env, ['node', '--enable-source-maps', 'apps/api/dist/doctor.js']);
  expect((await doctor.ended()) === 0, 'its doctor finds nothing missing');
  const books = image.start(env, ['node', '--enable-source-maps', 'apps/api/dist/verify-ledger.js']);
  expect((await books.ended()) === 0, `verify-ledger: ${books.output().trim().split('\n').at(-1)}`);
  await mustStop('API', api);
  await mustStop('worker', worker);
}

/** The settings that docker-compose.production.yml requires. */
const SETTINGS = {
  APP_URL: 'https://portal.example.org',
  MONGO_PASSWORD: randomUUID(),
  JWT_SECRET: `${randomUUID()}${randomUUID()}`,
  TIME_ZONE: 'America/New_York',
  STRIPE_SECRET_KEY: 'sk_live_kinfold',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_kinfold',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  SMTP_URL: 'smtp://mail.example.org:587',
  MAIL_FROM: 'Grace <dues@grace.example>',
};

/** Starts the programs by compose, and checks how they run. */
async function mustBeDeployed({ compose, container }: Deployment, port: string): Promise<void> {
  for (const name of Object.keys(SETTINGS)) {
    const refused = await compose(['config', '--quiet'], { [name]: '' }).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(refused.includes(name), `compose names ${name} when it is missing`);
  }
  atEnd(() => compose(['down', '--volumes', '--timeout', '60']));
  await compose(['up', '--detach', '--no-build', '--wait', '--wait-timeout', '300']);
  expect(true, 'database, app and worker are healthy');
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).ok, 'the app is ready at the address of the proxy');
  for (const service of ['app', 'worker']) {
    const { Config, HostConfig } = await container(service);
    expect(/^[1-9]\d*:[1-9]\d*$/.test(Config.User), `${service}: runs as a numeric user (${Config.User})`);
    expect(HostConfig.ReadonlyRootfs, `${service}: cannot write to its image`);
    expect(Boolean(HostConfig.CapDrop?.length), `${service}: has no capabilities`);
    expect(HostConfig.Memory > 0, `${service}: has a memory limit`);
    const hasSecret = Config.Env.some((each) => each.startsWith('JWT_SECRET='));
    expect(!hasSecret, `${service}: has the signing secret only from its file`);
  }
  const script = ['node', '--enable-source-maps', 'apps/api/dist/verify-ledger.js'];
  const { stdout } = await compose(['exec', '-T', 'app', ...script]);
  expect(true, `verify-ledger: ${stdout.trim().split('\n').at(-1)}`);
  await compose(['stop', 'app', 'worker']);
  for (const service of ['app', 'worker'])
    expect((await container(service)).State.ExitCode === 0, `${service}: stops when asked, with code 0`);
}

await runProgram(async () => {
  const { engine, reason } = await findEngine(process.env);
  if (reason !== undefined) {
    print(`The image cannot be built here without a container engine, Docker or Podman: ${reason}.`);
    return 1;
  }
  print(`Building the image with ${engine} …`);
  const { image, deployment, port } = await buildImage(engine, root, SETTINGS);
  await lookInto(image);
  await mustRefuse(image);
  await mustServe(image);
  await mustBeDeployed(deployment, port);
  print('\nThe image passed all checks.');
  return 0;
});
