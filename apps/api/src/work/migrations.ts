/** Migrations: applied in order, by one process at a time (a lease), before /ready answers 200. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { CommandError } from '../platform/command.ts';
import { date, text } from '../platform/fields.ts';
import { withLease } from './leases.ts';
import type { Logger } from '../platform/logger.ts';
import { collectionOf, defineModel } from '../platform/model.ts';

/** One migration; `up` must be idempotent, because it may be interrupted and run again. */
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
 * Throws CommandError when a newer version has migrated the connected database, or one from before the first release:
 * this version does not know its data.
 */
export async function requireKnownMigrations(migrations: readonly Migration[]): Promise<void> {
  const names = (await applied().find().toArray()).map(({ _id }) => _id);
  if (isBeforeFirstRelease(names, migrations))
    throw new CommandError(
      `The database '${mongoose.connection.name}' was made by a version from before the first release, which no later version reads. Nothing was changed in it. Start with an empty database: name another one in MONGODB_URI, or, where 'npm start' keeps the database, stop it and delete the folder .data (or DATA_DIR).`,
    );
  const unknown = unknownMigrations(names, migrations);
  if (unknown.length)
    throw new CommandError(
      `A newer version of Kinfold has worked on this database (it applied ${unknown.join(', ')}). Start that version or a later one. The way back to this version is a backup from before the upgrade, restored into an empty database.`,
    );
}

/** The names of applied migrations that this version does not have, in alphabetical order. */
export function unknownMigrations(names: readonly string[], migrations: readonly Migration[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return names.filter((name) => !known.has(name)).toSorted();
}

/**
 * Returns whether applied migrations are those of a version from before the first release: every later version has
 * applied the baseline before all others.
 */
export function isBeforeFirstRelease(names: readonly string[], [baseline]: readonly Migration[]): boolean {
  return names.length > 0 && baseline !== undefined && !names.includes(baseline.name);
}

/** The migrations that have not been applied to this database. */
export async function pendingMigrations<M extends { name: string }>(migrations: readonly M[]): Promise<M[]> {
  const names = new Set((await applied().find().toArray()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !names.has(name));
}
