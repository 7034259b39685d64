/**
 * `npm run restore`: restores a backup into an empty database. The migrations of the backup's version create the
 * collections and indexes while all is empty, then its documents are inserted and compared with the manifest, then later
 * migrations are applied. Until the end the database is locked: nothing starts on it.
 */
import mongoose from 'mongoose';
import { CommandError } from '../../../platform/command.ts';
import { collection } from '../../../platform/database.ts';
import { isLocked, lock, unlock, withLease } from '../../../work/leases.ts';
import type { Logger } from '../../../platform/logger.ts';
import {
  isBeforeFirstRelease,
  runMigrations,
  unknownMigrations,
  type Migration,
} from '../../../work/migrations.ts';
import { isWorking } from '../../../work/recurring.ts';
import { RESTORE_LEASE, RESTORE_LOCK } from '../../../work/restore-lock.ts';
import { keptCollections, rawDocuments } from './backup.service.ts';
import { contentsOf, fileOf, readBson, type Contents } from './bson-file.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** Supplied by the command: all migrations of this version, and the output for progress. */
type Program = { migrations: readonly Migration[]; logger: Logger; print: (line: string) => void };

const LEASE_MS = 60_000;

/**
 * Restores a backup into the connected database; returns the manifest. Memory does not grow with the data. Throws
 * CommandError for a backup that is damaged or of a later version, before anything is written, and for a database that is
 * not empty or in use; when it fails later, the database is emptied again.
 */
export async function restoreBackup(folder: string, program: Program): Promise<Manifest> {
  const { migrations, logger, print } = program;
  const manifest = await readManifest(folder);
  requireKnownMigrations(manifest, migrations);
  print('Comparing the files with the manifest …');
  await requireSameFiles(folder, manifest);
  const isFirst = await withLease(RESTORE_LEASE, LEASE_MS, logger, async () => {
    await requireEmptyDatabase();
    await lock(RESTORE_LOCK);
    try {
      await fillDatabase(folder, manifest, program);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      try {
        await emptyDatabase();
        await unlock(RESTORE_LOCK);
      } catch {
        throw new CommandError(
          `The restore failed: ${why}\nThe database could not be emptied again. It stays locked until the restore is run again, which starts over.`,
        );
      }
      throw new CommandError(`The restore failed, and the database is empty again: ${why}`);
    }
    await unlock(RESTORE_LOCK);
  });
  if (!isFirst)
    throw new CommandError(
      'Another restore into this database is running, or was interrupted within the last minute.',
    );
  return manifest;
}

/** Throws for a backup of a later version, or of one from before the first release, whose data this version does not know. */
function requireKnownMigrations(
  { version, migrations: applied }: Manifest,
  migrations: Program['migrations'],
): void {
  if (isBeforeFirstRelease(applied, migrations))
    throw new CommandError(
      `This backup was made by a version from before the first release (${version}), which no later version reads.`,
    );
  const unknown = unknownMigrations(applied, migrations);
  if (unknown.length)
    throw new CommandError(
      `This backup was made by version ${version}, which is later than this one: it has ${unknown.join(', ')}. Restore it with that version.`,
    );
}

/** Throws for a file that is missing, damaged, or differs from the manifest. */
async function requireSameFiles(folder: string, { collections }: Manifest): Promise<void> {
  for (const [name, expected] of Object.entries(collections))
    requireSame(name, expected, await contentsOf(readBson(fileOf(folder, name))));
}

function requireSame(name: string, expected: Contents, found: Contents): void {
  if (found.documents !== expected.documents)
    throw new CommandError(
      `${name} has ${found.documents} documents; the manifest says ${expected.documents}.`,
    );
  if (found.sha256 !== expected.sha256)
    throw new CommandError(`${name} differs from what was backed up: its hash is not that of the manifest.`);
}

/** What a server that was started on an empty database has written. */
const OF_AN_EMPTY_DATABASE = ['migrations'];

/** Throws for a database that holds anything, or that a worker uses. Removes what an interrupted restore left. */
async function requireEmptyDatabase(): Promise<void> {
  if (await isWorking())
    throw new CommandError(
      'A worker runs on this database, or did within the last minute. Stop the API and the worker, wait a minute, and run the restore again.',
    );
  if (!(await isLocked(RESTORE_LOCK)))
    for (const name of await keptCollections()) {
      if (OF_AN_EMPTY_DATABASE.includes(name) || !(await collection(name).findOne())) continue;
      throw new CommandError(
        `The database '${mongoose.connection.name}' is not empty: there is something in ${name}. A backup is restored into an empty database only; nothing was changed.`,
      );
    }
  await emptyDatabase();
}

async function emptyDatabase(): Promise<void> {
  for (const name of await keptCollections()) await collection(name).drop();
}

async function fillDatabase(
  folder: string,
  manifest: Manifest,
  { migrations, logger, print }: Program,
): Promise<void> {
  print('Making the collections and indexes …');
  const applied = new Set(manifest.migrations);
  await runMigrations(
    migrations.filter(({ name }) => applied.has(name)),
    logger,
  );
  for (const name of await keptCollections()) await collection(name).deleteMany({});
  const expiries = await takeExpiries();
  for (const [name, expected] of Object.entries(manifest.collections)) {
    if (expected.documents) print(`${name}: ${expected.documents} …`);
    await insertAll(name, readBson(fileOf(folder, name)));
    requireSame(name, expected, await contentsOf(rawDocuments(name)));
  }
  for (const { name, index } of expiries) {
    const { key, v: _version, ...options } = index;
    await collection(name).createIndex(key, options);
  }
  await runMigrations(migrations, logger);
}

/** Removes the TTL indexes until all was compared; returns them. */
async function takeExpiries() {
  const taken: { name: string; index: mongoose.mongo.IndexDescriptionInfo }[] = [];
  for (const name of await keptCollections())
    for (const index of await collection(name).indexes()) {
      if (index.expireAfterSeconds === undefined || index.name === undefined) continue;
      await collection(name).dropIndex(index.name);
      taken.push({ name, index });
    }
  return taken;
}

/** The documents inserted together: at most this many, or this many bytes. */
const BATCH = { documents: 1_000, bytes: 8 * 1024 * 1024 };

async function insertAll(name: string, documents: AsyncIterable<Uint8Array>): Promise<void> {
  let batch: mongoose.mongo.Document[] = [];
  let bytes = 0;
  const insert = async () => {
    if (batch.length) await collection(name).insertMany(batch);
    [batch, bytes] = [[], 0];
  };
  for await (const document of documents) {
    // Keeps the types of numbers and binary data.
    batch.push(
      mongoose.mongo.BSON.deserialize(document, {
        promoteValues: false,
        promoteBuffers: false,
        bsonRegExp: true,
      }),
    );
    bytes += document.length;
    if (batch.length === BATCH.documents || bytes >= BATCH.bytes) await insert();
  }
  await insert();
}
