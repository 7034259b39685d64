import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { findChromium } from './chromium.ts';
import { databaseChoices } from './database/find-database.ts';
import { attach, withoutCredentials } from './database/start-database.ts';
import { printLine } from './log.ts';
import { isPortFree } from './ports.ts';
import { findOnPath, runProgram } from './processes.ts';
import { readRunningStack } from './stack/data-folder.ts';
import { readSettings, type Settings } from './stack/settings.ts';

/** `warn`: works, but differs from the recommended setup. `missing`: a configured or required part cannot work. */
type Finding = ['ok' | 'warn' | 'missing', string];

function machine(): Finding[] {
  return [
    ['ok', `Node ${process.versions.node}`],
    ['ok', 'dependencies: as package-lock.json says'],
  ];
}

async function stack(settings: Settings): Promise<Finding[]> {
  const running = await readRunningStack(settings);
  if (running) {
    const where = running.state.url ?? 'still starting';
    return [
      ['ok', `running: ${running.state.what} on ${settings.dataDirName}, ${where}, process ${running.pid}`],
    ];
  }
  if (await isPortFree(settings.port)) return [['ok', `port ${settings.port}: free`]];
  return [
    settings.isPortFixed
      ? ['missing', `port ${settings.port} (PORT): in use by another program`]
      : ['warn', `port ${settings.port}: in use by another program; npm start takes the next free one`],
  ];
}

async function configuredDatabase(uri: string): Promise<Finding> {
  try {
    const { version, replicaSet } = await attach(uri);
    const shown = withoutCredentials(uri);
    return replicaSet
      ? ['ok', `database: MONGODB_URI ${shown}, version ${version}, replica set ${replicaSet}`]
      : [
          'warn',
          `database: MONGODB_URI ${shown}, version ${version}, is not a replica set; production needs one`,
        ];
  } catch (error) {
    return ['missing', `database: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function database(settings: Settings): Promise<Finding[]> {
  const { env } = settings;
  if (env.MONGODB_URI) return [await configuredDatabase(env.MONGODB_URI)];
  if (settings.isProduction) return [['missing', 'database: production needs MONGODB_URI']];
  const findings: Finding[] = [['ok', 'database: MONGODB_URI is not set, so one is started here']];
  let taken: string | null = null;
  for (const choice of databaseChoices) {
    const { usable, detail } = await choice.inspect({ cacheDir: cacheFolder(env), env, log: printLine });
    const place = usable && !taken ? ' <- used' : '';
    findings.push([usable ? 'ok' : 'warn', `  ${choice.kind}: ${detail}${place}`]);
    if (usable) taken ??= choice.kind;
  }
  if (!taken) findings.push(['missing', 'database: none of the choices works here']);
  return findings;
}

/** The secret that signs access tokens: generated here, but production needs its own. */
function secrets({ env, isProduction }: Settings): Finding[] {
  const secret = env.JWT_SECRET;
  if (!secret && !env.JWT_SECRET_FILE)
    return [
      isProduction
        ? ['missing', 'secrets: production needs JWT_SECRET (openssl rand -base64 48 generates one)']
        : ['ok', 'secrets: JWT_SECRET is not set, so one is generated and kept in the data folder'],
    ];
  if (secret && secret.length < 32) return [['missing', 'secrets: JWT_SECRET needs at least 32 characters']];
  return [['ok', `secrets: ${secret ? 'JWT_SECRET' : 'JWT_SECRET_FILE'} is set`]];
}

/** The key of documents: generated here; without one in production the rest works. */
function documents({ env, isProduction }: Settings): Finding[] {
  if (env.DOCUMENTS_KEY || env.DOCUMENTS_KEY_FILE) return [['ok', 'documents: DOCUMENTS_KEY is set']];
  return [
    isProduction
      ? ['warn', 'documents: none can be kept without DOCUMENTS_KEY (openssl rand -base64 32 generates one)']
      : ['ok', 'documents: DOCUMENTS_KEY is not set, so one is generated and kept in the data folder'],
  ];
}

async function payments({ env, hasStripeKey, isProduction }: Settings): Promise<Finding[]> {
  if (!hasStripeKey)
    return [
      isProduction
        ? ['missing', 'payments: production needs Stripe keys']
        : ['ok', 'payments: sandbox (no Stripe keys)'],
    ];
  const findings: Finding[] = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
    .filter((name) => !env[name])
    .map((name) => ['missing', `payments: ${name} is not set, STRIPE_SECRET_KEY is`]);
  if (!env.STRIPE_CLIENT_ID)
    findings.push(['warn', 'payments: organizations cannot connect accounts (no STRIPE_CLIENT_ID)']);
  else if (!env.STRIPE_CONNECT_WEBHOOK_SECRET)
    findings.push([
      'warn',
      'payments: changes to connected accounts are noticed only after hours (no STRIPE_CONNECT_WEBHOOK_SECRET)',
    ]);
  const isTest = env.STRIPE_SECRET_KEY?.includes('_test_') ?? false;
  if (isTest && isProduction) findings.push(['missing', 'payments: a test key in production']);
  else findings.push(['ok', `payments: Stripe, ${isTest ? 'test' : 'live'} keys`]);
  try {
    const url = env.STRIPE_API_URL ?? 'https://api.stripe.com';
    await fetch(url, { signal: AbortSignal.timeout(5000) });
    findings.push(['ok', `payments: ${new URL(url).host} can be reached`]);
  } catch {
    findings.push(['missing', "payments: Stripe's address cannot be reached from here"]);
  }
  return findings;
}

async function mails({ env, hasSmtp, isProduction }: Settings): Promise<Finding[]> {
  if (!hasSmtp)
    return [
      isProduction
        ? ['missing', 'mails: production needs SMTP_URL']
        : ['ok', 'mails: caught, shown at /dev/mail (no SMTP_URL)'],
    ];
  const { connect } = await import('node:net');
  const { hostname, port, protocol } = new URL(env.SMTP_URL ?? '');
  const isReachable = await new Promise<boolean>((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || (protocol === 'smtps:' ? 465 : 587)),
      timeout: 5000,
    });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
  return [
    [
      isReachable ? 'ok' : 'missing',
      `mails: SMTP_URL, ${hostname} ${isReachable ? 'answers' : 'does not answer'}`,
    ],
  ];
}

async function tools(settings: Settings): Promise<Finding[]> {
  const chromium = findChromium(settings.env);
  const docker = findOnPath('docker') ? await runProgram('docker', ['info'], { timeoutMs: 5000 }) : null;
  return [
    chromium
      ? ['ok', `browser for tests: ${chromium}`]
      : ['warn', 'browser for tests: none; npm test installs Chromium'],
    docker?.code === 0
      ? ['ok', 'docker: running']
      : [
          'warn',
          `docker: ${docker ? 'installed, its engine does not answer' : 'not installed'}; only docker compose needs it`,
        ],
    existsSync(join(settings.root, '.env'))
      ? ['ok', '.env: read']
      : ['ok', '.env: none, all settings have their defaults'],
  ];
}

/** Prints the findings, a line each, and returns the exit code: 1 when something is missing. */
export async function examine(): Promise<number> {
  const settings = readSettings();
  const groups = await Promise.all([
    stack(settings),
    database(settings),
    payments(settings),
    mails(settings),
    tools(settings),
  ]);
  const findings = [...machine(), ...secrets(settings), ...documents(settings), ...groups.flat()];
  for (const [word, text] of findings) printLine(`${word.padEnd(9)}${text}`);
  return findings.some(([word]) => word === 'missing') ? 1 : 0;
}
