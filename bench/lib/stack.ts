/** A separate stack for a program of this folder: new database, card sandbox, mail catcher, API processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createAccessTokens } from '../../apps/api/src/platform/auth.ts';
import { collection } from '../../apps/api/src/platform/database.ts';
import { findFreePort } from '../../packages/local-stack/src/ports.ts';
import { heapOf, SHARED_ARENAS } from '../../packages/local-stack/src/stack/settings.ts';
import { WORKER_HEAP_MB } from './machine.ts';
import { atEnd, print } from './program.ts';
import { startServices, type Services } from './services.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The timeout of the start of an API process, in ms. */
const READY_WITHIN_MS = 60_000;

export type Killable = {
  /** Kills the process with SIGKILL and starts it again; for an API it resolves when that is ready. */
  killAndRestart(): Promise<void>;
};

export type ApiProcess = Killable & { url: string; pid(): number };

export type Stack = Services & {
  databaseUri: string;
  /** The log of the API processes and workers. */
  logFile: string;
  /** Starts an API; `env` is added to its environment. */
  startApi(env?: Record<string, string>): Promise<ApiProcess>;
  /** Starts a worker, with the heap of workers. */
  startWorker(): Killable & { pid(): number };
  /** Starts the baseline server; returns its address. */
  startBareServer(): Promise<string>;
  /** Runs a command of the API, for example `seed`. */
  runCommand(name: string, ...args: string[]): Promise<void>;
  /** The `Authorization` header of a user. */
  bearer(account: { userId: string; memberId: string | null; email: string }): string;
};

/** The database of a stack to which this process is connected, with its reported version. */
export async function databaseName({ databaseKind }: Stack): Promise<string> {
  const { version } = await collection('users').db.admin().buildInfo();
  return `${databaseKind} ${String(version)}`;
}

/** Builds the API and the web if their sources have changed, like `npm start`. */
async function build(): Promise<void> {
  const script = pathToFileURL(path.join(root, 'scripts/lib/build.mjs')).href;
  const { buildAll } = (await import(script)) as { buildAll(): Promise<unknown> };
  await buildAll();
}

/** Starts the services; the caller starts API processes and workers. All are stopped at the end of the program. */
export async function startStack(): Promise<Stack> {
  print('Building and starting a separate stack …');
  await build();
  const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { databaseKind, sandbox, caught, environment: settings } = await startServices();
  const tokens = createAccessTokens(settings.JWT_SECRET);
  const environment = {
    ...settings,
    LOG_LEVEL: 'warn',
    // Lets requests set their network address by X-Forwarded-For.
    TRUST_PROXY: '1',
  };
  const logFile = path.join(folder, 'api.log');
  const output = openSync(logFile, 'a');
  const program = (
    name: string,
    args: readonly string[],
    env: Record<string, string>,
    nodeArgs: readonly string[] = [],
  ) =>
    run([...nodeArgs, '--enable-source-maps', path.join(root, 'apps/api/dist', `${name}.js`), ...args], env);
  const run = (args: readonly string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...SHARED_ARENAS, ...environment, ...env },
      stdio: ['ignore', output, output],
    });
    atEnd(() => end(child));
    return child;
  };
  return {
    databaseUri: settings.MONGODB_URI,
    databaseKind,
    sandbox,
    caught,
    environment,
    logFile,
    async startApi(env = {}) {
      const port = await findFreePort(0);
      const url = `http://localhost:${port}`;
      const start = () => program('main', [], { PORT: String(port), APP_URL: url, ...env });
      let child = start();
      await waitUntilReady(url, () => child);
      return {
        url,
        pid: () => child.pid ?? 0,
        async killAndRestart() {
          await end(child);
          child = start();
          await waitUntilReady(url, () => child);
        },
      };
    },
    startWorker() {
      const start = () => program('worker', [], {}, heapOf(WORKER_HEAP_MB));
      let child = start();
      return {
        pid: () => child.pid ?? 0,
        async killAndRestart() {
          await end(child);
          child = start();
        },
      };
    },
    async startBareServer() {
      const port = await findFreePort(0);
      const child = run(['--import', 'tsx', path.join(import.meta.dirname, 'bare-server.ts')], {
        PORT: String(port),
      });
      await waitUntilReady(`http://localhost:${port}`, () => child);
      return `http://localhost:${port}`;
    },
    async runCommand(name, ...args) {
      const child = program(name, args, {});
      if (child.exitCode === null) await once(child, 'exit');
      if (child.exitCode !== 0)
        throw new Error(`The command ${name} failed.\n${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
    },
    bearer({ userId, memberId, email }) {
      const claims = { sub: userId, mid: memberId, oid: null, email, sid: 'bench', epoch: 0 };
      return `Bearer ${tokens.sign(claims, new Date())}`;
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function waitUntilReady(url: string, child: () => ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child().exitCode !== null) throw new Error('The API process ended before it was ready.');
    const answer = await fetch(`${url}/ready`).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The API was not ready within ${READY_WITHIN_MS / 1000} s.`);
}
