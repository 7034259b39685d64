/** The start of API and worker: configuration, database, migrations, and graceful shutdown. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { createDeps } from './deps.ts';
import { migrations } from './migrations/index.ts';
import { connectDatabase, disconnectDatabase } from './platform/database.ts';
import type { Deps } from './platform/deps.ts';
import { requireKnownMigrations, runMigrations } from './work/migrations.ts';
import { portalOf, setPortal } from './platform/portal.ts';
import { requireNoRestore } from './work/restore-lock.ts';

/** The timeout of the graceful shutdown, in ms; the launcher waits 40 s and compose 60 s. */
export const STOP_WITHIN_MS = 30_000;

function configOrExit(): Config {
  try {
    const config = readConfig(process.env);
    setPortal(portalOf(config));
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The configuration cannot work:\n${error.message}\n`);
    process.exit(78);
  }
}

async function run(start: (deps: Deps) => Promise<() => Promise<void>>): Promise<void> {
  const deps = createDeps(configOrExit());
  const { logger } = deps;
  await connectDatabase(deps.config.MONGODB_URI);
  await requireNoRestore();
  await requireKnownMigrations(migrations);
  await runMigrations(migrations, logger);
  const end = await start(deps);

  let isStopping = false;
  async function stop(reason: string) {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    // Requests and tasks may be interrupted anywhere: another process continues them.
    await Promise.race([end(), sleep(STOP_WITHIN_MS + 1_000)]);
    deps.mailer.close();
    await disconnectDatabase();
    logger.info('stopped');
    process.exit(0);
  }
  const stopFor = (reason: string) => () => {
    stop(reason).catch((error: unknown) => {
      logger.error({ err: error }, 'could not stop cleanly');
      process.exit(1);
    });
  };
  process.on('SIGTERM', stopFor('SIGTERM'));
  process.on('SIGINT', stopFor('SIGINT'));
  // The IPC channel is closed: the parent process has ended.
  process.on('disconnect', stopFor('disconnect'));
}

/**
 * Runs a program until SIGTERM, SIGINT or the end of its parent process; then it exits with 0. `start` returns the
 * function that stops it. Exits with 78 for an invalid configuration and with 1 when it cannot start.
 */
export function runProgram(name: string, start: (deps: Deps) => Promise<() => Promise<void>>): void {
  run(start).catch((error: unknown) => {
    process.stderr.write(
      `The ${name} could not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  });
}
