/** The whole API over real HTTP, with a database of its own, a card sandbox, and a clock that tests can advance. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestDatabase, type TestDatabase } from '@kinfold/local-stack';
import { startSandbox, type Sandbox } from '@kinfold/stripe-sandbox';
import type mongoose from 'mongoose';
import supertest from 'supertest';
import { createApp } from '../src/http/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { createDeps } from '../src/deps.ts';
import { migrations } from '../src/migrations/index.ts';
import { connectDatabase, disconnectDatabase } from '../src/platform/database.ts';
import type { Deps } from '../src/platform/deps.ts';
import type { Mail } from '../src/platform/mailer.ts';
import { runMigrations } from '../src/work/migrations.ts';
import { definitions } from '../src/platform/model.ts';
import { setThreadFile } from '../src/modules/moving/imports/read-file.ts';
import { setPasswordCost } from '../src/platform/password.ts';

/** bcrypt's cheapest. */
const TEST_PASSWORD_COST = 4;

type Db = mongoose.mongo.Db;
type Document = mongoose.mongo.Document;

/** An account to send requests as. */
export type Account = { userId: string; memberId: string | null; email: string };

export type Api = {
  url: string;
  deps: Deps;
  sandbox: Sandbox;
  /** Mails that were sent, oldest first. */
  mails: Mail[];
  /** Moves the clock of the API, in milliseconds. */
  advance(ms: number): void;
  /** A request without signing in. */
  request: ReturnType<typeof supertest>;
  /** Reads a path, with or without an account. */
  get(path: string, account?: Account): supertest.Test;
  /** The `Authorization` header of a user who was never signed out; all of them belong to one session. */
  as(account: Account, organizationNumber?: string | null): { Authorization: string };
  /** Starts over with an empty journal and the database of the last `keep`, empty at first. */
  forget(): Promise<void>;
  /** Saves the present data: `forget` restores it, which is faster than creating it again. */
  keep(): Promise<void>;
  stop(): Promise<void>;
};

/** The environment of an API on a database and a sandbox. */
export function testEnvironment(databaseUri: string, sandbox: Sandbox): Record<string, string> {
  return {
    NODE_ENV: 'test',
    APP_URL: 'http://localhost:8080',
    PORT: '0',
    MONGODB_URI: databaseUri,
    JWT_SECRET: 'a key that only the tests of this project use',
    DOCUMENTS_KEY: Buffer.alloc(32, 'k').toString('base64'),
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_URL: sandbox.url,
    STRIPE_SCRIPT_URL: `${sandbox.url}/v3/stripe.js`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  };
}

type Options = Partial<Pick<Deps, 'checkpoint' | 'logger' | 'deadlines'>> & {
  /** Merged with the tests' own. */
  environment?: Record<string, string>;
};

/** Databases of test files that have ended in this worker: the next file reuses one, because creating takes longer than emptying. */
const prepared: TestDatabase[] = [];

/** A document to restore, and the database and collection of it. */
type Kept = { namespace: string; document: Document };

/** All collections except the list of applied migrations. */
async function writtenCollections(db: Db) {
  return (await db.collections()).filter(({ collectionName }) => collectionName !== 'migrations');
}

/** Deletes what tests have written, and writes what is kept; drops collections without a model. */
async function emptyDatabase(db: Db, kept: readonly Kept[] = []): Promise<void> {
  const written = await writtenCollections(db);
  // One by one, and first: some servers do not survive several concurrent changes of their catalogue.
  for (const each of written) if (!definitions.has(each.collectionName)) await each.drop();
  await db
    .collection<{ _id: string }>('migrations')
    .deleteMany({ _id: { $nin: migrations.map(({ name }) => name) } });
  // In one command: 60 commands take twice the work.
  const emptied = written.filter((each) => definitions.has(each.collectionName));
  if (emptied.length)
    await db.client.bulkWrite([
      ...emptied.map(({ namespace }) => ({ name: 'deleteMany' as const, namespace, filter: {} })),
      ...kept.map((one) => ({ name: 'insertOne' as const, ...one })),
    ]);
}

/** Starts all of it. `checkpoint` is called between the steps of a charge. */
export async function startApi({ environment = {}, ...options }: Options = {}): Promise<Api> {
  let offset = 0;
  const [database, sandbox] = await Promise.all([
    prepared.pop() ?? startTestDatabase(),
    // At the same time as the API, which refuses old events.
    startSandbox({ webhookUrl: null, clock: () => Date.now() + offset }),
  ]);
  setPasswordCost(TEST_PASSWORD_COST);
  setThreadFile(new URL('../dist/file-thread.js', import.meta.url));
  const config = readConfig({ ...testEnvironment(database.uri, sandbox), ...environment });
  const mails: Mail[] = [];
  const deps: Deps = {
    ...createDeps(config),
    mailer: {
      async send(mail) {
        mails.push(mail);
      },
      close: () => undefined,
    },
    now: () => new Date(Date.now() + offset),
    ...options,
  };
  const { db } = await connectDatabase(database.uri);
  if (!db) throw new Error('the database is not connected');
  await emptyDatabase(db);
  let kept: Kept[] = [];
  await runMigrations(migrations, deps.logger);
  const server = createServer(createApp(deps));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = supertest(url);
  const as: Api['as'] = ({ userId, memberId, email }, organizationNumber = null) => ({
    Authorization: `Bearer ${deps.accessTokens.sign(
      { sub: userId, mid: memberId, oid: organizationNumber, email, sid: 'tests', epoch: 0 },
      deps.now(),
    )}`,
  });
  return {
    url,
    deps,
    sandbox,
    mails,
    advance: (ms) => {
      offset += ms;
    },
    request,
    get: (path, account) => (account ? request.get(path).set(as(account)) : request.get(path)),
    as,
    async forget() {
      await emptyDatabase(db, kept);
      sandbox.journal.clear();
    },
    async keep() {
      kept = [];
      for (const written of await writtenCollections(db))
        for (const document of await written.find().toArray())
          kept.push({ namespace: written.namespace, document });
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await disconnectDatabase();
      await sandbox.stop();
      if (database.isShared) prepared.push(database);
      else await database.stop();
    },
  };
}
