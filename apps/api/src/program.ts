/** A program of the API: configuration, database, migrations, its work, and a clean stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createDeps } from './deps.ts';
import { migrations } from './migrations/index.ts';
import { connectDatabase, disconnectDatabase } from './platform/database.ts';
import type { Deps } from './platform/endpoint.ts';
import { runMigrations } from './platform/migrations.ts';

/** How long what is under way may take when the process is to stop, in ms; compose and launcher wait a bit longer. */
export const STOP_WITHIN_MS = 30_000;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
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
  await runMigrations(migrations, logger);
  const end = await start(deps);

  let isStopping = false;
  async function stop(reason: string) {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    // What is under way may be interrupted anywhere: another process goes on.
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
  // Whoever started us is gone.
  process.on('disconnect', stopFor('disconnect'));
}

/**
 * Runs a program until it is told to stop by SIGTERM, SIGINT or the end of whoever started it; then it exits with 0.
 * `start` begins its work and gives what ends it. Exits with 78 for a configuration that cannot work.
 */
export function runProgram(name: string, start: (deps: Deps) => Promise<() => Promise<void>>): void {
  run(start).catch((error: unknown) => {
    process.stderr.write(
      `The ${name} could not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  });
}
