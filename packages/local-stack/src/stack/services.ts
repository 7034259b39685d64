import { join } from 'node:path';
import { startSandbox } from '@kinfold/stripe-sandbox';
import { startDatabase } from '../database/start-database.ts';
import type { Log } from '../log.ts';
import { startMailCatcher } from '../mails/mail-catcher.ts';
import { findFreePort } from '../ports.ts';
import { readSecrets } from './secrets.ts';
import { SHARED_ARENAS, type Settings } from './settings.ts';

/** The addresses of the services, for commands that use a running stack. */
export type ServiceAddresses = {
  /** null: MONGODB_URI of the environment, which is not stored because it may hold a password. */
  databaseUri: string | null;
  /** null: the Stripe keys of the environment. */
  sandbox: { url: string; secretKey: string; publishableKey: string } | null;
  /** null: SMTP_URL of the environment. */
  mails: { smtpUrl: string; httpUrl: string } | null;
};

export type Services = {
  addresses: ServiceAddresses;
  database: { description: string; uri: string; replicaSet: string | null };
  stop(): Promise<void>;
};

async function startSandboxFor(settings: Settings, apiPort: number) {
  const { SANDBOX_SECRET_KEY: secretKey, SANDBOX_PUBLISHABLE_KEY: publishableKey } = settings.env;
  return startSandbox({
    port: await findFreePort(Number(settings.env.SANDBOX_PORT ?? 12111)),
    host: settings.env.SANDBOX_HOST ?? '127.0.0.1',
    ...(secretKey && { secretKey }),
    ...(publishableKey && { publishableKey }),
    dataFile: join(settings.dataDir, 'sandbox.jsonl'),
    webhookUrl: `http://localhost:${apiPort}/webhooks/stripe`,
    webhookSecret: readSecrets(settings.dataDir).webhookSecret,
  });
}

/**
 * Starts the services that the environment does not configure: a database, the payment sandbox, the mail catcher. When
 * one fails, the others are stopped and its error is thrown.
 */
export async function startServices(settings: Settings, apiPort: number, log: Log): Promise<Services> {
  const { env, dataDir, isProduction } = settings;
  const results = await Promise.allSettled([
    startDatabase({ dataDir, env, log }),
    isProduction || settings.hasStripeKey ? null : startSandboxFor(settings, apiPort),
    isProduction || settings.hasSmtp ? null : startMailCatcher({ dataFile: join(dataDir, 'mails.jsonl') }),
  ]);
  const stop = async () => {
    const running = results.flatMap((result) =>
      result.status === 'fulfilled' && result.value ? [result.value] : [],
    );
    await Promise.all(running.map((service) => service.stop()));
  };
  const [database, sandbox, mails] = results;
  if (database.status === 'rejected' || sandbox.status === 'rejected' || mails.status === 'rejected') {
    await stop();
    throw results.find((result) => result.status === 'rejected')?.reason;
  }
  return {
    addresses: {
      databaseUri: database.value.kind === 'MONGODB_URI' ? null : database.value.uri,
      sandbox: sandbox.value && {
        url: sandbox.value.url,
        secretKey: sandbox.value.secretKey,
        publishableKey: sandbox.value.publishableKey,
      },
      mails: mails.value && { smtpUrl: mails.value.smtpUrl, httpUrl: mails.value.httpUrl },
    },
    database: database.value,
    stop,
  };
}

/** The environment of the API, the worker and the commands. Values of the user's environment have precedence. */
export function apiEnvironment(
  settings: Settings,
  addresses: ServiceAddresses,
  port: number,
  publicPort: number = port,
): NodeJS.ProcessEnv {
  const { env, dataDir, isProduction } = settings;
  const { sandbox, mails, databaseUri } = addresses;
  const secrets = isProduction ? null : readSecrets(dataDir);
  return {
    ...SHARED_ARENAS,
    // info would print every request on the launcher's terminal.
    LOG_LEVEL: 'warn',
    APP_URL: `http://localhost:${publicPort}`,
    ...(secrets ? { JWT_SECRET: secrets.jwtSecret, DOCUMENTS_KEY: secrets.documentsKey } : {}),
    ...env,
    PORT: String(port),
    HOST: settings.host,
    ...(databaseUri ? { MONGODB_URI: databaseUri } : {}),
    ...(sandbox && secrets
      ? {
          STRIPE_SECRET_KEY: sandbox.secretKey,
          STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
          STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
          STRIPE_API_URL: sandbox.url,
          STRIPE_SCRIPT_URL: `${env.SANDBOX_PUBLIC_URL ?? sandbox.url}/v3/stripe.js`,
        }
      : {}),
    ...(mails ? { SMTP_URL: mails.smtpUrl, MAIL_CATCHER_URL: mails.httpUrl } : {}),
  };
}
