import type { Logger } from 'pino';
import type { AccessTokens } from './auth.ts';
import type { CardProvider } from './card-provider.ts';
import type { Config } from './config.ts';
import type { Mailer } from './mailer.ts';
import type { Sessions } from './sessions.ts';

/** The dependencies of endpoints; created once in main.ts, or by a test. */
export type Deps = {
  config: Config;
  logger: Logger;
  mailer: Mailer;
  provider: CardProvider;
  accessTokens: AccessTokens;
  /** Checks whether the session of an access token is still valid. */
  sessions: Sessions;
  /** All migrations of this version; `/ready` reports whether they were applied. */
  migrations: readonly { name: string }[];
  /** The clock. */
  now: () => Date;
  /** Called between the steps of a charge; tests kill the process here. */
  checkpoint: (name: string) => Promise<void> | void;
  /** The deadline of a request, and of all its calls to the card provider together; milliseconds. */
  deadlines: { request: number; provider: number };
};
