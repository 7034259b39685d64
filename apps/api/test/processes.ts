/** Processes of the product, as `npm start` builds it: they start in a third of the time that its sources take. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { vi } from 'vitest';
import { testEnvironment, type Api } from './harness.ts';

export type ProductProcess = {
  child: ChildProcess;
  /** What it has logged. */
  log(): string;
  /** Its address, if it is an API. */
  url: string;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
};

const READY = { main: 'listening', worker: 'working' };

/**
 * Runs a built program (`main`, `worker`, or a command such as `backup`) with these settings and none of this process.
 * `said` is its output so far.
 */
export function runProgram(program: string, args: readonly string[], settings: Record<string, string>) {
  const { PATH, TZ } = process.env;
  const built = path.join(import.meta.dirname, `../dist/${program}.js`);
  const child = spawn(process.execPath, [built, ...args], {
    env: { PATH, TZ, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
  return { child, said: () => said, ended };
}

/**
 * Starts another API (`main`) or a worker on the database and the sandbox of a running one; returns it when it is ready.
 * `databaseUri` is another route to the same database.
 */
export async function startProcess(
  program: 'main' | 'worker',
  { deps, sandbox }: Api,
  databaseUri = deps.config.MONGODB_URI,
): Promise<ProductProcess> {
  const settings = { ...testEnvironment(databaseUri, sandbox), LOG_LEVEL: 'info' };
  const { child, said, ended } = runProgram(program, [], settings);
  await vi.waitUntil(() => said().includes(`"msg":"${READY[program]}"`), { timeout: 170_000 });
  return {
    child,
    log: said,
    url: `http://127.0.0.1:${/"port":(\d+)/.exec(said())?.[1]}`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
