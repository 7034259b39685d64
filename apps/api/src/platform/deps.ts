import type { Logger } from 'pino';
import type { AccessTokens } from './auth.ts';
import type { CardProvider } from './card-provider.ts';
import type { Config } from './config.ts';
import type { Mailer } from './mailer.ts';
import type { Sessions } from './sessions.ts';

/** What every endpoint may use; made once in main.ts, or by a test. */
export type Deps = {
  config: Config;
  logger: Logger;
  mailer: Mailer;
  provider: CardProvider;
  accessTokens: AccessTokens;
  /** Whether the session of an access token still lives. */
  sessions: Sessions;
  /** All migrations of this version; `/ready` tells whether they were applied. */
  migrations: readonly { name: string }[];
  /** The clock. */
  now: () => Date;
  /** Called between the steps of a charge; tests kill the process here. */
  checkpoint: (name: string) => Promise<void> | void;
  /** How long a request may take until it is answered, and all calls to the card provider within it; milliseconds. */
  deadlines: { request: number; provider: number };
};
