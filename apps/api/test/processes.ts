/** Processes of the product, run from its sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { vi } from 'vitest';
import { testEnvironment, type Api } from './harness.ts';

export type ProductProcess = {
  child: ChildProcess;
  /** What it has logged. */
  log(): string;
  /** Where it answers; of an API. */
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
};

const READY = { main: 'listening', worker: 'working' };

/**
 * Starts another API (`main`) or a worker on the database and the sandbox of one that runs; gives it when it is ready.
 * `databaseUri` is another way to the same database.
 */
export async function startProcess(
  program: 'main' | 'worker',
  { deps, sandbox }: Api,
  databaseUri = deps.config.MONGODB_URI,
): Promise<ProductProcess> {
  const source = path.join(import.meta.dirname, `../src/${program}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', source], {
    env: { ...process.env, ...testEnvironment(databaseUri, sandbox), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await vi.waitUntil(() => log.includes(`"msg":"${READY[program]}"`), { timeout: 170_000 });
  return {
    child,
    log: () => log,
    url: `http://127.0.0.1:${/"port":(\d+)/.exec(log)?.[1]}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
