export { chromiumLaunch } from './chromium.ts';
export {
  startDatabase,
  DataFolderInUseError,
  type Database,
  type DatabaseOptions,
} from './database/start-database.ts';
export type { DatabaseKind } from './database/choice.ts';
export { NoDatabaseError } from './database/find-database.ts';
export { startTestDatabase, type TestDatabase } from './database/test-database.ts';
export { startMailCatcher, type MailCatcher, type MailCatcherOptions } from './mails/mail-catcher.ts';
export type { CaughtMail } from './mails/mail-store.ts';
