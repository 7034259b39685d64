import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The settings of the launcher; the whole environment is also passed to the API. */
export type Settings = {
  root: string;
  dataDir: string;
  /** The data folder as configured, for messages. */
  dataDirName: string;
  port: number;
  /** The address that the API and, in development, the web's server listen on. */
  host: string;
  /** PORT is set: no other port is used instead. */
  isPortFixed: boolean;
  isProduction: boolean;
  hasStripeKey: boolean;
  hasSmtp: boolean;
  /** The heap of the worker in MB: without a limit it grows to the memory of a large machine before it is collected. */
  workerHeapMb: number;
  env: NodeJS.ProcessEnv;
};

/**
 * Returns node's arguments for a heap of a number of MB. Without an explicit size the young generation shrinks with the
 * heap, and collecting it takes as long as the work itself.
 */
export const heapOf = (mb: number) => [`--max-old-space-size=${mb}`, '--max-semi-space-size=32'];

/**
 * The setting of glibc by which its threads share two heaps (mallopt(3), M_ARENA_MAX). Each has its own otherwise, and
 * keeps what it once took: after lists of 10,000 rows a worker held 331 MB, and 277 MB with this.
 */
export const SHARED_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** Without empty variables (`PORT=`), which count as not set. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Reads an integer from the environment; throws a one-line error for another value. */
function numberOf(
  env: NodeJS.ProcessEnv,
  name: string,
  [min, standard, max]: [number, number, number],
): number {
  const value = Number(env[name] ?? standard);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a number from ${min} to ${max}; it is '${env[name]}'.`);
  return value;
}

/**
 * Reads the environment and `.env`, if there is one (the environment has precedence). Throws a one-line error if PORT
 * or WORKER_HEAP_MB is not a valid number.
 */
export function readSettings(root: string = process.cwd()): Settings {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const env = withoutEmpty(process.env);
  env.NODE_ENV ??= 'development';
  const dataDir = resolve(root, env.DATA_DIR ?? '.data');
  return {
    root,
    dataDir,
    dataDirName: env.DATA_DIR ?? relative(root, dataDir),
    port: numberOf(env, 'PORT', [1, 8080, 65_535]),
    host: env.HOST ?? '127.0.0.1',
    isPortFixed: env.PORT !== undefined,
    isProduction: env.NODE_ENV === 'production',
    hasStripeKey: env.STRIPE_SECRET_KEY !== undefined,
    hasSmtp: env.SMTP_URL !== undefined,
    workerHeapMb: numberOf(env, 'WORKER_HEAP_MB', [64, 192, 65_536]),
    env,
  };
}
