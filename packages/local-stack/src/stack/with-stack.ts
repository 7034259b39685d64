import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printLine } from '../log.ts';
import { childExit } from '../processes.ts';
import { readRunningStack, takeDataFolder } from './data-folder.ts';
import { apiEnvironment, startServices, type ServiceAddresses } from './services.ts';
import { readSettings, type Settings } from './settings.ts';

function builtProgram(settings: Settings, name: string): string {
  const folder = join(settings.root, 'apps', 'api', 'dist');
  const file = join(folder, `${name}.js`);
  if (/^[a-z-]+$/.test(name) && existsSync(file)) return file;
  const names = readdirSync(folder).filter(
    (entry) => entry.endsWith('.js') && !['main.js', 'worker.js'].includes(entry),
  );
  throw new Error(
    `The command '${name}' does not exist. Available: ${names.map((entry) => entry.slice(0, -3)).join(', ')}.`,
  );
}

async function run(
  settings: Settings,
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    cwd: settings.root,
    env,
    stdio: 'inherit',
  });
  // Ctrl-C also reaches the command, which is in our process group; the services are stopped after it.
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass);
  process.on('SIGINT', () => undefined);
  await childExit(child);
  return child.exitCode ?? 1;
}

/**
 * Runs a command of the API, `apps/api/dist/NAME.js`, with the services of the running stack of this data folder, or
 * with services of its own, which are stopped afterwards. Returns the command's exit code.
 */
export async function runWithStack(name: string, args: readonly string[]): Promise<number> {
  const settings = readSettings();
  const file = builtProgram(settings, name);
  const withAddresses = (addresses: ServiceAddresses, apiPort: number) =>
    run(settings, file, args, apiEnvironment(settings, addresses, apiPort));

  const runningStack = await readRunningStack(settings);
  if (runningStack?.state.addresses)
    return withAddresses(runningStack.state.addresses, runningStack.state.apiPort ?? settings.port);

  const lock = await takeDataFolder(settings, `npm run ${name}`);
  try {
    const services = await startServices(settings, settings.port, printLine);
    try {
      printLine(`Database: ${services.database.description}`);
      return await withAddresses(services.addresses, settings.port);
    } finally {
      await services.stop();
    }
  } finally {
    lock.release();
  }
}
