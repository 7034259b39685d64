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
  env: NodeJS.ProcessEnv;
};

/** Without empty variables (`PORT=`), which count as not set. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/**
 * Reads the environment and `.env`, when there is one (the environment has precedence). Throws a one-line error when
 * PORT is not a port.
 */
export function readSettings(root: string = process.cwd()): Settings {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const env = withoutEmpty(process.env);
  env.NODE_ENV ??= 'development';
  const dataDir = resolve(root, env.DATA_DIR ?? '.data');
  const port = Number(env.PORT ?? 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535; it is '${env.PORT}'.`);
  return {
    root,
    dataDir,
    dataDirName: env.DATA_DIR ?? relative(root, dataDir),
    port,
    host: env.HOST ?? '127.0.0.1',
    isPortFixed: env.PORT !== undefined,
    isProduction: env.NODE_ENV === 'production',
    hasStripeKey: env.STRIPE_SECRET_KEY !== undefined,
    hasSmtp: env.SMTP_URL !== undefined,
    env,
  };
}
