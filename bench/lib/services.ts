/**
 * The services of a program in this folder, for its API processes and workers: a new database, a card sandbox, a mail
 * catcher.
 */
import { randomBytes } from 'node:crypto';
import { startMailCatcher, startTestDatabase } from '../../packages/local-stack/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/stripe-sandbox/src/index.ts';
import { atEnd } from './program.ts';

export type Services = {
  databaseKind: string;
  sandbox: Sandbox;
  /** The recipients of mails, in their order. */
  caught: readonly string[];
  /** The environment of an API or worker that uses them. */
  environment: Record<
    'NODE_ENV' | 'MONGODB_URI' | 'JWT_SECRET' | 'MAIL_CATCHER_URL' | `STRIPE_${string}` | 'SMTP_URL',
    string
  >;
};

/** Starts them; they stop at the end of the program. */
export async function startServices(): Promise<Services> {
  const database = await startTestDatabase();
  atEnd(() => database.stop());
  const sandbox = await startSandbox({ webhookUrl: null });
  atEnd(() => sandbox.stop());
  const caught: string[] = [];
  const mails = await startMailCatcher({ smtpPort: 0, httpPort: 0, onMail: (to) => caught.push(to) });
  atEnd(() => mails.stop());
  return {
    databaseKind: database.kind,
    sandbox,
    caught,
    environment: {
      NODE_ENV: 'development',
      MONGODB_URI: database.uri,
      JWT_SECRET: randomBytes(32).toString('base64url'),
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_API_URL: sandbox.url,
      STRIPE_SCRIPT_URL: `${sandbox.url}/v3/stripe.js`,
      SMTP_URL: mails.smtpUrl,
      MAIL_CATCHER_URL: mails.httpUrl,
    },
  };
}
