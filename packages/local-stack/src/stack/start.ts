import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { withoutCredentials } from '../database/start-database.ts';
import { printLine } from '../log.ts';
import { findFreePort, isPortFree } from '../ports.ts';
import { childExit } from '../processes.ts';
import { takeDataFolder } from './data-folder.ts';
import { waitUntilReady } from './ready.ts';
import { launch, superviseApi, type Running } from './running.ts';
import { apiEnvironment, startServices } from './services.ts';
import type { Settings } from './settings.ts';
import { supervise } from './supervise.ts';
import { hasDemoData } from './demo-data.ts';
import { welcome } from './welcome.ts';

async function choosePort(settings: Settings): Promise<number> {
  if (await isPortFree(settings.port)) return settings.port;
  if (settings.isPortFixed)
    throw new Error(`Port ${settings.port} is in use by another program. Free it, or set another PORT.`);
  const port = await findFreePort(settings.port + 1);
  printLine(`Port ${settings.port} is in use by another program; taking ${port}.`);
  return port;
}

/** The origin of a server on this machine that listens on `host`; 0.0.0.0 and :: are all addresses. */
function originOf(host: string, port: number): string {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

/** Runs a command of the API to its end and shows its output. Throws when it fails. */
async function runOnce(settings: Settings, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: settings.root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const killWithUs = () => child.kill('SIGTERM');
  process.once('exit', killWithUs);
  await childExit(child);
  process.off('exit', killWithUs);
  if (child.exitCode !== 0) throw new Error('The demo data could not be loaded; the message is above.');
}

async function startApi(
  settings: Settings,
  running: Running,
  env: NodeJS.ProcessEnv,
  isDev: boolean,
  origin: string,
) {
  const api = superviseApi('API', 'main', settings, running, env, isDev);
  let failure = '';
  const failed = api.failedToStart.then((how) => {
    failure = how;
  });
  await Promise.race([waitUntilReady(origin, () => failure !== ''), failed]);
  if (failure) throw new Error(`The API did not start (${failure}); its message is above.`);
  api.markStarted();
}

function startWeb(settings: Settings, running: Running, apiPort: number, port: number): void {
  const vite = join(settings.root, 'node_modules', 'vite', 'bin', 'vite.js');
  const web = supervise({
    name: "web's server",
    args: [vite, '--host', settings.host, '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    cwd: join(settings.root, 'apps', 'web'),
    env: { ...settings.env, API_URL: originOf(settings.host, apiPort) },
    log: printLine,
  });
  running.programs.push(web);
  web.markStarted();
}

type StackOptions = { isDev: boolean; startedAt: number; hasWorker?: boolean };

async function start(settings: Settings, running: Running, options: StackOptions): Promise<void> {
  const { isDev, startedAt, hasWorker = true } = options;
  running.lock = await takeDataFolder(settings, 'npm start');
  const port = await choosePort(settings);
  const apiPort = isDev ? await findFreePort(port + 1) : port;
  const services = await startServices(settings, apiPort, printLine);
  running.services = services;
  const { description, uri, replicaSet } = services.database;
  printLine(`Database: ${description}, ${withoutCredentials(uri)}`);
  if (!replicaSet)
    // Payments need no transactions, but links of accounts, members, campaigns and counters do.
    printLine('Warning: this database is not a replica set; writes in transactions will fail.');

  const env: NodeJS.ProcessEnv = {
    ...apiEnvironment(settings, services.addresses, apiPort, port),
    // /ready answers 503 until the demo data is loaded.
    ...(!settings.isProduction && { DEMO_DATA: 'true' }),
  };
  await startApi(settings, running, env, isDev, originOf(settings.host, apiPort));
  if (hasWorker) superviseApi('worker', 'worker', settings, running, env, isDev).markStarted();
  if (!settings.isProduction) {
    const seed = isDev ? ['--import', 'tsx', 'apps/api/src/commands/seed.ts'] : ['apps/api/dist/seed.js'];
    await runOnce(settings, [...seed, '--if-empty'], env);
  }
  const hasDemo = !settings.isProduction && (await hasDemoData(services.database.uri));
  if (isDev) startWeb(settings, running, apiPort, port);
  const url = env.APP_URL ?? `http://localhost:${port}`;
  running.lock.update({ what: 'npm start', url, addresses: services.addresses, apiPort });
  printLine(welcome(settings, services, url, (Date.now() - startedAt) / 1000, hasDemo));
}

/**
 * Starts the product: database, payment sandbox, mail catcher, API with the built web (or, with `isDev`, both from
 * their sources), demo data, and the worker, unless that is a separate service (`hasWorker` is false). Resolves when it
 * is ready; SIGINT, SIGTERM and SIGHUP stop everything.
 */
export function startStack(options: StackOptions): Promise<void> {
  return launch((settings, running) => start(settings, running, options));
}
