/**
 * `npm run seed`: loads the demo data, into an empty database only. `npm run seed -- --members N --seed S`: adds as many
 * members, in an organization tree of their own; the same numbers give the same people.
 */
import { print, runCommand } from '../platform/command.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { createDeps } from '../deps.ts';
import { migrations } from '../migrations/index.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { requireKnownMigrations, runMigrations } from '../work/migrations.ts';
import { makeDemoOnce } from '../seed/demo-once.ts';
import { readSeedArguments } from '../seed/seed-arguments.ts';
import { makeVolume } from '../seed/volume.ts';

async function main(): Promise<number> {
  const volume = readSeedArguments(process.argv.slice(2));
  const deps = createDeps(readConfig(process.env));
  if (deps.config.NODE_ENV === 'production')
    throw new ConfigError('Invented data is for trying, developing and testing, not for production.');
  await connectDatabase(deps.config.MONGODB_URI);
  try {
    await requireKnownMigrations(migrations);
    await runMigrations(migrations, deps.logger);
    if (volume) await makeVolume(volume, new Date(), deps.config, print);
    else await makeDemoOnce(deps, print);
    return 0;
  } finally {
    deps.mailer.close();
    await disconnectDatabase();
  }
}

runCommand(main);
