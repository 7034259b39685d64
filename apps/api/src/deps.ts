import path from 'node:path';
import { migrations } from './migrations/index.ts';
import { connectOf, webhookSecretsOf, type Config } from './platform/config.ts';
import { createAccessTokens } from './platform/auth.ts';
import { createStripeProvider } from './platform/stripe-provider.ts';
import type { Deps } from './platform/deps.ts';
import { createLogger } from './platform/logger.ts';
import { createMailer } from './platform/mailer.ts';
import { createSessions } from './platform/sessions.ts';
import { findSessionState } from './modules/identity/users/session.service.ts';

/** The dependencies of a process, made from its configuration. */
export function createDeps(config: Config): Deps {
  return {
    // The same relative path for the sources and for the build.
    config: { ...config, WEB_DIR: config.WEB_DIR ?? path.resolve(import.meta.dirname, '../../web/dist') },
    logger: createLogger(config.LOG_LEVEL),
    mailer: createMailer(config.SMTP_URL, config.MAIL_FROM),
    provider: createStripeProvider({
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecrets: webhookSecretsOf(config),
      apiUrl: config.STRIPE_API_URL,
      connect: connectOf(config),
    }),
    accessTokens: createAccessTokens(config.JWT_SECRET, config.JWT_SECRET_PREVIOUS),
    sessions: createSessions(findSessionState),
    migrations,
    now: () => new Date(),
    checkpoint: () => undefined,
    // In ms; the difference is left for the database.
    deadlines: { request: 40_000, provider: 30_000 },
  };
}
