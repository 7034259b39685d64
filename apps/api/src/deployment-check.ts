/** Checks what a deployment needs to work, one after another: settings, database, mail server, card provider. */
import { connect } from 'node:net';
import { ConfigError, isTestPayments, readConfig, type Config } from './platform/config.ts';
import { missingDocumentKeys } from './modules/funds/claims/claim-document.service.ts';
import { migrations } from './migrations/index.ts';
import { connectDatabase, disconnectDatabase, isReplicaSet } from './platform/database.ts';
import { pendingMigrations, requireKnownMigrations } from './work/migrations.ts';
import { isWorking } from './work/recurring.ts';
import { requireNoRestore } from './work/restore-lock.ts';

/** `warn`: works, with a drawback; `missing`: must be fixed before people can use it. */
export type Finding = ['ok' | 'warn' | 'missing', string];

const ANSWERS_WITHIN_MS = 5_000;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Removes user and password, which are before the last @ of the address. */
const withoutCredentials = (text: string) => text.replace(/\/\/[^/\s]*@/g, '//***@');

async function databaseFindings(config: Config): Promise<Finding[]> {
  try {
    await connectDatabase(config.MONGODB_URI, ANSWERS_WITHIN_MS);
  } catch (error) {
    return [['missing', `database: MONGODB_URI cannot be reached: ${withoutCredentials(messageOf(error))}`]];
  }
  try {
    await requireNoRestore();
    await requireKnownMigrations(migrations);
    const [isSet, pending, hasWorker, lacking] = await Promise.all([
      isReplicaSet(),
      pendingMigrations(migrations),
      isWorking(),
      missingDocumentKeys(config),
    ]);
    return [
      isSet
        ? ['ok', 'database: answers, and is a replica set or sharded cluster']
        : ['missing', 'database: is not a replica set, so writes that must be atomic are not'],
      pending.length
        ? ['warn', `migrations: ${pending.length} will be applied at the next start`]
        : ['ok', 'migrations: all are applied'],
      hasWorker
        ? ['ok', 'worker: runs']
        : ['warn', 'worker: none has run within the last minute; mails and the payment sweep wait for one'],
      ...lacking.map((id): Finding => [
        'missing',
        `documents: some were encrypted with the key ${id}, which is neither DOCUMENTS_KEY nor in DOCUMENTS_KEY_PREVIOUS`,
      ]),
    ];
  } catch (error) {
    return [['missing', `database: ${messageOf(error)}`]];
  } finally {
    await disconnectDatabase();
  }
}

async function mailFinding({ SMTP_URL }: Config): Promise<Finding> {
  const { hostname, port, protocol } = new URL(SMTP_URL);
  const answers = await new Promise<boolean>((resolve) => {
    const place = { host: hostname, port: Number(port || (protocol === 'smtps:' ? 465 : 587)) };
    const socket = connect({ ...place, timeout: ANSWERS_WITHIN_MS });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
  return answers
    ? ['ok', `mails: ${hostname} answers`]
    : ['missing', `mails: ${hostname} (SMTP_URL) does not answer`];
}

async function paymentFinding(config: Config): Promise<Finding> {
  const url = config.STRIPE_API_URL ?? 'https://api.stripe.com';
  const kind = isTestPayments(config) ? 'test payments' : 'live keys; check-live.js asks Stripe about them';
  return fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    (): Finding => ['ok', `payments: ${new URL(url).host} answers (${kind})`],
    (): Finding => ['missing', `payments: ${new URL(url).host} cannot be reached from here`],
  );
}

/** Whether documents of claims can be kept. */
export function documentsFinding({ DOCUMENTS_KEY, DOCUMENTS_DAYS }: Config): Finding {
  return DOCUMENTS_KEY
    ? ['ok', `documents: are kept encrypted, and deleted ${DOCUMENTS_DAYS} days after their claim ended`]
    : ['warn', 'documents: none can be kept without DOCUMENTS_KEY (openssl rand -base64 32 makes one)'];
}

/** The findings about an environment, settings first. Without working settings nothing else is checked. Never throws. */
export async function examineDeployment(env: Record<string, string | undefined>): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line): Finding => ['missing', `settings: ${line}`]);
  }
  return [
    ['ok', `settings: complete, for ${config.NODE_ENV}, at ${config.APP_URL}`],
    ...(await databaseFindings(config)),
    await mailFinding(config),
    await paymentFinding(config),
    documentsFinding(config),
  ];
}
