/** `npm run backup`: writes all documents of the database, as of one moment, into a folder. */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { APP_VERSION } from '@kinfold/domain/constants';
import { CommandError } from '../../../platform/command.ts';
import { collection } from '../../../platform/database.ts';
import { endMoment, startMoment, type Moment } from '../../../platform/stand-in.ts';
import { requireNoRestore } from '../../../work/restore-lock.ts';
import { fileOf, writeBson } from './bson-file.ts';
import { writeManifest, type Manifest } from './manifest.ts';

/** Locks of running processes, which mean nothing in a restored database. */
const NOT_KEPT = 'leases';

/** The names of the collections in a backup, in alphabetical order. */
export async function keptCollections(): Promise<string[]> {
  const found = (await mongoose.connection.db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  return found
    .map(({ name }) => name)
    .filter((name) => name !== NOT_KEPT && !name.startsWith('system.'))
    .toSorted();
}

/** The documents of a collection as BSON, in the order of `_id`. */
export async function* rawDocuments(name: string, moment?: Moment): AsyncGenerator<Uint8Array> {
  const found = collection(name)
    .find({}, { raw: true, ...moment })
    .sort({ _id: 1 });
  for await (const document of found) yield document as unknown as Uint8Array;
}

/** The error code of a server that no longer has the moment of a snapshot. */
const SNAPSHOT_TOO_OLD = 239;

/** Runs `work` with a session that shows the database as of one moment. Throws CommandError when that is impossible. */
async function atOneMoment<T>(work: (moment: Moment, heldBy: Manifest['heldBy']) => Promise<T>): Promise<T> {
  const started = await startMoment();
  if (!started)
    throw new CommandError(
      'This database cannot show all collections as of one moment: a backup of it could have a payment without its entry in the ledger. None was made.',
    );
  const { heldBy, ...moment } = started;
  try {
    return await work(moment, heldBy);
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === SNAPSHOT_TOO_OLD)
      throw new CommandError(
        'The database no longer knows the moment at which the backup began. Let it keep more of the past (minSnapshotHistoryWindowInSeconds, 300 unless set), and run it again.',
      );
    throw error;
  } finally {
    await endMoment(moment);
  }
}

/**
 * Writes a backup into a new folder, which has another name until it is complete; returns its manifest. `onCollection` is
 * called before each collection. Memory does not grow with the data. Throws CommandError for an empty database, one that
 * is being restored, and an existing folder.
 */
export async function writeBackup(
  folder: string,
  now: Date,
  onCollection: (name: string) => unknown = () => undefined,
): Promise<Manifest> {
  await requireNoRestore();
  if (!(await collection('migrations').findOne()))
    throw new CommandError(
      `There is nothing to back up: the database '${mongoose.connection.name}' is empty.`,
    );
  const unfinished = `${folder}.unfinished`;
  await makeFolder(folder, unfinished);
  try {
    const manifest = await atOneMoment(async (moment, heldBy) => {
      const collections: Manifest['collections'] = {};
      for (const name of await keptCollections()) {
        await onCollection(name);
        collections[name] = await writeBson(fileOf(unfinished, name), rawDocuments(name, moment));
      }
      const applied = collection<{ _id: string }>('migrations').find({}, moment).sort({ _id: 1 });
      const migrations = (await applied.toArray()).map(({ _id }) => _id);
      return { version: APP_VERSION, takenDt: now.toISOString(), heldBy, migrations, collections };
    });
    const written = await writeManifest(unfinished, manifest);
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(path.dirname(folder));
    return written;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Creates the folder in which a backup is written, beside its final one. */
async function makeFolder(folder: string, unfinished: string): Promise<void> {
  if (existsSync(folder)) throw new CommandError(`${folder} exists already: choose a new folder.`);
  await mkdir(path.dirname(folder), { recursive: true });
  try {
    // People's names, addresses and payments: readable by the owner of the backup alone.
    await mkdir(unfinished, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CommandError(
      `${unfinished} exists already: another backup is writing it, or was interrupted. Remove it in the second case.`,
    );
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
