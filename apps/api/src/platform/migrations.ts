/** Migrations: one after another, under a lease, before the server says it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { underLease } from './leases.ts';
import type { Logger } from './logger.ts';

/** A step that brings the database from one shape to the next; may be interrupted and repeated. */
export type Migration = { name: string; up(db: mongoose.mongo.Db): Promise<void> };

const LEASE_MS = 60_000;

type Applied = { _id: string; appliedDt: Date };

function database() {
  const db = mongoose.connection.db;
  if (!db) throw new Error('migrations need a connected database');
  return db;
}

/** Applies what has not been applied yet, in order. Other processes wait until it is done. */
export async function runMigrations(migrations: readonly Migration[], logger: Logger): Promise<void> {
  const db = database();
  const applied = db.collection<Applied>('migrations');
  const applyAll = async () => {
    for (const migration of await pendingMigrations(migrations)) {
      logger.info({ migration: migration.name }, 'migrating');
      await migration.up(db);
      await applied.insertOne({ _id: migration.name, appliedDt: new Date() });
    }
  };
  while ((await pendingMigrations(migrations)).length)
    if (!(await underLease('migrations', LEASE_MS, logger, applyAll))) await sleep(250);
}

/** Migrations that have not been applied to this database. */
export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await database().collection<Applied>('migrations').find().toArray();
  const names = new Set(applied.map(({ _id }) => _id));
  return migrations.filter(({ name }) => !names.has(name));
}
