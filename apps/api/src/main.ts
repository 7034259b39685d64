/** Starts the API: configuration, database, migrations, workers, listening; and stops it cleanly. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createDeps } from './deps.ts';
import { migrations } from './migrations/index.ts';
import { closable } from './platform/closing.ts';
import { connectDatabase, disconnectDatabase } from './platform/database.ts';
import type { Deps } from './platform/endpoint.ts';
import { runMigrations } from './platform/migrations.ts';
import { startWorkers } from './workers.ts';

/** How long what is under way may take when the process is to stop; compose and launcher wait a bit longer. */
const STOP_WITHIN_MS = 30_000;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The configuration cannot work:\n${error.message}\n`);
    process.exit(78);
  }
}

async function listen(deps: Deps) {
  const server = createServer(createApp(deps));
  const close = closable(server);
  server.requestTimeout = 60_000;
  // Longer than proxies and browsers keep an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 75_000;
  server.listen(deps.config.PORT, deps.config.HOST);
  await once(server, 'listening');
  deps.logger.info({ address: server.address() }, 'listening');
  return close;
}

async function main() {
  const deps = createDeps(configOrExit());
  const { logger } = deps;
  await connectDatabase(deps.config.MONGODB_URI);
  await runMigrations(migrations, logger);
  const close = await listen(deps);
  const workers = startWorkers(deps);

  let isStopping = false;
  /** No new requests; the ones under way and the workers finish, for at most 30 s. */
  async function stop(reason: string) {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    // What a worker does may be interrupted anywhere: the next process goes on.
    const late = sleep(STOP_WITHIN_MS);
    await Promise.all([close(STOP_WITHIN_MS), Promise.race([workers.stop(), late])]);
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

main().catch((error: unknown) => {
  process.stderr.write(
    `The API could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
