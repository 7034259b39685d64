/** The environment, parsed once. A bad value is named and stops the start; secrets have no default. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isTimeZone } from '@kinfold/domain/dates';
import { contrastOf } from './colors.ts';

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();

/** Returns whether a currency has two decimals: cents are hundredths in every layer, and at the card provider. */
function hasHundredths(currency: string): boolean {
  const known: readonly string[] = Intl.supportedValuesOf('currency');
  if (!known.includes(currency.toUpperCase())) return false;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}

const isFileKey = (key: string) => /^[\w+/-]{43}=?$/.test(key) && Buffer.from(key, 'base64').length === 32;

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: optional,
  APP_URL: optional,
  MONGODB_URI: z.string({ error: 'is required' }).min(1, 'is required'),
  JWT_SECRET: z.string({ error: 'is required' }).min(32, 'needs at least 32 characters'),
  JWT_SECRET_PREVIOUS: optional.refine(
    (secret) => secret === undefined || secret.length >= 32,
    'needs at least 32 characters',
  ),
  DOCUMENTS_KEY: optional.refine(
    (key) => key === undefined || isFileKey(key),
    'is 32 random bytes in base64: openssl rand -base64 32',
  ),
  DOCUMENTS_KEY_PREVIOUS: optional.refine(
    (keys) => keys === undefined || keys.split(',').every((key) => isFileKey(key.trim())),
    'is former keys, each 32 bytes in base64, with commas between them',
  ),
  DOCUMENTS_DAYS: z.coerce.number().int().min(30).max(3_650).default(365),
  CURRENCY: z
    .string()
    .regex(/^[a-z]{3}$/, 'is a three-letter code such as usd')
    .refine(
      hasHundredths,
      'is not a currency with two decimals: amounts are counted in hundredths, and yen, say, would be charged a hundred times too high. Choose one such as usd.',
    )
    .default('usd'),
  TIME_ZONE: z.string().default('UTC').refine(isTimeZone, 'is a zone such as America/New_York'),
  STRIPE_SECRET_KEY: z.string({ error: 'is required' }).min(1, 'is required'),
  STRIPE_PUBLISHABLE_KEY: z.string({ error: 'is required' }).min(1, 'is required'),
  STRIPE_WEBHOOK_SECRET: z.string({ error: 'is required' }).min(1, 'is required'),
  STRIPE_API_URL: optional,
  STRIPE_CLIENT_ID: optional.refine(
    (id) => id === undefined || /^ca_\w+$/.test(id),
    'is a client id such as ca_…',
  ),
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_SCRIPT_URL: z.url('is an address').default('https://js.stripe.com/endive/stripe.js'),
  SMTP_URL: z.string({ error: 'is required' }).regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://'),
  MAIL_FROM: z.string().default('Kinfold <no-reply@kinfold.test>'),
  MAIL_CATCHER_URL: optional,
  EXTERNAL_REF_URL: z
    .string()
    .trim()
    .regex(/^(https:\/\/.*\{ref\}.*)?$/, 'is an https address with {ref} in it')
    .transform((text) => text || null)
    .default(null),
  PORTAL_NAME: optional.refine((name) => (name ?? '').length <= 40, 'has at most 40 characters'),
  PORTAL_LANDING: optional.refine((text) => (text ?? '').length <= 300, 'has at most 300 characters'),
  PORTAL_LOGO: optional,
  PORTAL_COLOR: optional
    .transform((color) => color?.toLowerCase())
    .refine((color) => color === undefined || /^#[0-9a-f]{6}$/.test(color), 'is a colour such as #1c5d57')
    .refine(
      (color) => color === undefined || !/^#[0-9a-f]{6}$/.test(color) || contrastOf(color, '#ffffff') >= 5.7,
      'is too light: white text on it must be readable (a contrast of 5.7). Choose a darker one.',
    ),
  PORTAL_LEGAL_ENTITY: optional,
  PORTAL_ADDRESS: optional,
  PORTAL_JURISDICTION: optional,
  PORTAL_TERMS: optional,
  PORTAL_PRIVACY: optional,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  METRICS_TOKEN: optional.refine(
    (token) => token === undefined || /^[\w.~+/=-]{16,}$/.test(token),
    'needs at least 16 characters, letters and digits',
  ),
  WORKER_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  WEB_DIR: optional,
  DEMO_DATA: z.stringbool({ error: 'is true or false' }).default(false),
});

/** The configuration of the API; built by `readConfig`. */
export type Config = Omit<z.infer<typeof Environment>, 'APP_URL'> & { APP_URL: string };

/** A configuration that cannot work; its message names every bad variable, one a line. */
export class ConfigError extends Error {}

const DEFAULT_SECRETS = /change-?me|secret|example/i;
const STRIPE_SCRIPTS = 'https://js.stripe.com';

const isWeak = (secret: string) => DEFAULT_SECRETS.test(secret) || new Set(secret).size < 12;

function isPublicAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && address.replace(/\/$/, '') === url.origin;
}

type Variables = Record<string, string | undefined>;

/** The secret settings. Each may be in a file that NAME_FILE names, as container platforms mount them. */
const SECRETS = [
  'MONGODB_URI',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'DOCUMENTS_KEY',
  'DOCUMENTS_KEY_PREVIOUS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'SMTP_URL',
] as const;

/** The set variables, with the secrets from files. Throws ConfigError that names every unreadable file. */
function withSecretFiles(env: Variables): Variables {
  const given: Variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const wrong: string[] = [];
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) wrong.push(`${name} and ${name}_FILE are both set: keep one of them`);
    else
      try {
        given[name] = readFileSync(file, 'utf8').trim();
        if (!given[name]) wrong.push(`${name}_FILE names a file that is empty: ${file}`);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
        wrong.push(`${name}_FILE names a file that cannot be read: ${file}${code}`);
      }
  }
  if (wrong.length) throw new ConfigError(wrong.join('\n'));
  return given;
}

function parsed<T>(schema: z.ZodType<T>, env: Variables): T {
  const given = withSecretFiles(env);
  const result = schema.safeParse(given);
  if (!result.success)
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  return result.data;
}

const OfDatabase = Environment.pick({ MONGODB_URI: true, TIME_ZONE: true, LOG_LEVEL: true });

/** The configuration of a command that uses only the database, on a machine without keys. Throws ConfigError. */
export function readDatabaseConfig(env: Variables): z.infer<typeof OfDatabase> {
  return parsed(OfDatabase, env);
}

/** Parses the environment. Throws ConfigError naming what is wrong. */
export function readConfig(env: Variables): Config {
  const data = parsed(Environment, env);
  const config = {
    ...data,
    APP_URL: data.APP_URL ?? `http://localhost:${data.PORT}`,
    // Demo accounts and caught mails are for this machine alone.
    HOST: data.HOST ?? (data.NODE_ENV === 'production' ? undefined : '127.0.0.1'),
  };
  if (config.NODE_ENV === 'production') refuseUnsafe(config);
  return config;
}

/** Production refuses the sandbox, test keys, a default secret and an address without https (docs/operations.md). */
function refuseUnsafe(config: Config): void {
  const wrong = [
    config.STRIPE_API_URL && 'STRIPE_API_URL points to a sandbox: production charges real cards only',
    new URL(config.STRIPE_SCRIPT_URL).origin !== STRIPE_SCRIPTS &&
      `STRIPE_SCRIPT_URL must be of ${STRIPE_SCRIPTS}: this script takes the card numbers`,
    !/^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY) &&
      'STRIPE_SECRET_KEY is not a live key (or is a test key)',
    !config.STRIPE_PUBLISHABLE_KEY.startsWith('pk_live_') &&
      'STRIPE_PUBLISHABLE_KEY is not a live key (or is a test key)',
    !/^whsec_.{16,}/.test(config.STRIPE_WEBHOOK_SECRET) &&
      'STRIPE_WEBHOOK_SECRET is not the signing secret of a webhook',
    config.STRIPE_CONNECT_WEBHOOK_SECRET !== undefined &&
      !/^whsec_.{16,}/.test(config.STRIPE_CONNECT_WEBHOOK_SECRET) &&
      'STRIPE_CONNECT_WEBHOOK_SECRET is not the signing secret of a webhook',
    isWeak(config.JWT_SECRET) && 'JWT_SECRET is not a secret: make a random one',
    config.JWT_SECRET_PREVIOUS !== undefined &&
      isWeak(config.JWT_SECRET_PREVIOUS) &&
      'JWT_SECRET_PREVIOUS is not a secret: leave it empty',
    !isPublicAddress(config.APP_URL) && 'APP_URL must be an address such as https://portal.example.org',
    config.MAIL_CATCHER_URL && 'MAIL_CATCHER_URL is for development: production sends its mails',
  ].filter(Boolean);
  if (wrong.length) throw new ConfigError(wrong.join('\n'));
}

/** The secrets of the webhook, and of the one for connected accounts, for which Stripe has a separate secret. */
export function webhookSecretsOf(config: Config): string[] {
  const { STRIPE_WEBHOOK_SECRET: own, STRIPE_CONNECT_WEBHOOK_SECRET: connected } = config;
  return connected === undefined ? [own] : [own, connected];
}

const STRIPE_CONNECT = 'https://connect.stripe.com';
const SANDBOX_CLIENT_ID = 'ca_sandbox';

/** How organizations connect accounts; undefined without Stripe's client id. The sandbox has its own. */
export function connectOf(config: Config): { clientId: string; authorizeOrigin: string } | undefined {
  const { STRIPE_CLIENT_ID: clientId, STRIPE_API_URL, STRIPE_SCRIPT_URL } = config;
  if (STRIPE_API_URL)
    // Browsers reach it at the origin of its script.
    return {
      clientId: clientId ?? SANDBOX_CLIENT_ID,
      authorizeOrigin: new URL(STRIPE_SCRIPT_URL).origin,
    };
  return clientId === undefined ? undefined : { clientId, authorizeOrigin: STRIPE_CONNECT };
}

/** Returns whether cards are test cards: with the sandbox, or the provider's own test keys. */
export function isTestPayments(config: Config): boolean {
  return Boolean(config.STRIPE_API_URL) || /_test_/.test(config.STRIPE_SECRET_KEY);
}
