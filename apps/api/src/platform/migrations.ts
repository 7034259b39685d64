/** Migrations: applied in order, by one process at a time (a lease), before /ready answers 200. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { CommandError } from './command.ts';
import { date, text } from './fields.ts';
import { withLease } from './leases.ts';
import type { Logger } from './logger.ts';
import { collectionOf, defineModel } from './model.ts';

/** One migration; `up` must be idempotent, for it may be interrupted and run again. */
export type Migration = { name: string; up(db: mongoose.mongo.Db): Promise<void> };

const LEASE_MS = 60_000;

/** The migrations that were applied, by name. */
const MigrationModel = defineModel('migrations', { _id: text(), appliedDt: date() });

const applied = () => collectionOf(MigrationModel);

/** Applies the pending migrations, in order; while another process does, waits until it is done. */
export async function runMigrations(migrations: readonly Migration[], logger: Logger): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('migrations need a connected database');
  const applyAll = async () => {
    for (const migration of await pendingMigrations(migrations)) {
      logger.info({ migration: migration.name }, 'migrating');
      await migration.up(db);
      await applied().insertOne({ _id: migration.name, appliedDt: new Date() });
    }
  };
  while ((await pendingMigrations(migrations)).length)
    if (!(await withLease('migrations', LEASE_MS, logger, applyAll))) await sleep(250);
}

/**
 * Throws when a newer version of the product has migrated the connected database: this one would read and write what it
 * does not know. A migration that is taken out of the list counts as one of a newer version.
 */
export async function requireKnownMigrations(migrations: readonly Migration[]): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const names = (await applied().find().toArray()).map(({ _id }) => _id);
  const unknown = names.filter((name) => !known.has(name)).toSorted();
  if (unknown.length)
    throw new CommandError(
      `A newer version of Kinfold has worked on this database (it applied ${unknown.join(', ')}). Start that version or a later one. The way back to this version is a backup from before the upgrade, restored into an empty database.`,
    );
}

/** The migrations that have not been applied to this database. */
export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const names = new Set((await applied().find().toArray()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !names.has(name));
}
