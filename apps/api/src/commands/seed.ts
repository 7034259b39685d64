/**
 * `npm run seed`: the demo data, into an empty database only. `npm run seed -- --members N --seed S`: as many
 * members more, in an organization tree of their own; the same numbers give the same people.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { migrations } from '../migrations/index.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { runMigrations } from '../platform/migrations.ts';
import { makeDemoOnce } from '../seed/demo-once.ts';
import { makeVolume } from '../seed/volume.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1)
    throw new ConfigError(`--${name} is a whole number from 1`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      members: { type: 'string' },
      seed: { type: 'string', default: '1' },
      // What happens anyway; the launcher says it for its readers.
      'if-empty': { type: 'boolean' },
    },
  });
  const deps = createDeps(readConfig(process.env));
  if (deps.config.NODE_ENV === 'production')
    throw new ConfigError('Invented data is for trying, developing and testing, not for production.');
  await connectDatabase(deps.config.MONGODB_URI);
  try {
    await runMigrations(migrations, deps.logger);
    const { members, seed } = values;
    if (members === undefined) await makeDemoOnce(deps, print);
    else
      await makeVolume(
        { members: wholeNumber('members', members), seed: wholeNumber('seed', seed) },
        new Date(),
        print,
      );
  } finally {
    deps.mailer.close();
    await disconnectDatabase();
  }
}

main().then(
  // A worker thread that hashed passwords must not keep the process.
  () => process.exit(0),
  (error: unknown) => {
    const isOurs = !(error instanceof ConfigError) && error instanceof Error;
    process.stderr.write(
      `${isOurs ? error.stack : error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  },
);
