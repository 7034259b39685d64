import { mkdirSync } from 'node:fs';
import { printLine } from '../log.ts';
import { launch, superviseApi } from './running.ts';
import { apiEnvironment, type ServiceAddresses } from './services.ts';
import type { Settings } from './settings.ts';

/**
 * The environment of a worker whose services run elsewhere: database and mail server are those of the environment, and
 * without Stripe keys the sandbox at SANDBOX_URL. Throws a one-line error that names what is missing.
 */
export function workerEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { env, isProduction, hasStripeKey } = settings;
  const needsSandbox = !isProduction && !hasStripeKey;
  const required = ['MONGODB_URI', 'SMTP_URL'].concat(
    needsSandbox ? ['SANDBOX_URL', 'SANDBOX_SECRET_KEY', 'SANDBOX_PUBLISHABLE_KEY'] : [],
  );
  const missing = required.filter((name) => !env[name]);
  if (missing.length) throw new Error(`A separate worker needs ${missing.join(', ')}.`);
  const { SANDBOX_URL: url = '', SANDBOX_SECRET_KEY: secretKey = '' } = env;
  const { SANDBOX_PUBLISHABLE_KEY: publishableKey = '' } = env;
  const addresses: ServiceAddresses = {
    databaseUri: null,
    sandbox: needsSandbox ? { url, secretKey, publishableKey } : null,
    mails: null,
  };
  return apiEnvironment(settings, addresses, settings.port);
}

/** Starts the worker alone, as a service of its own; signals stop it. */
export function startWorker(): Promise<void> {
  return launch(async (settings, running) => {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    superviseApi('worker', 'worker', settings, running, workerEnvironment(settings), false).markStarted();
    printLine('The worker runs.');
  });
}
