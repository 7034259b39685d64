/** Migrations: one after another, under a lease, before the server says it is ready. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { insertOnce } from './database.ts';
import type { Logger } from './logger.ts';

/** A step that brings the database from one shape to the next; may be interrupted and repeated. */
export type Migration = { name: string; up(db: mongoose.mongo.Db): Promise<void> };

const LEASE_MS = 60_000;

type Lease = { _id: string; owner: string; untilDt: Date };
type Applied = { _id: string; appliedDt: Date };

function database() {
  const db = mongoose.connection.db;
  if (!db) throw new Error('migrations need a connected database');
  return db;
}

/** Takes the lease, or waits for whoever has it; a dead owner's lease runs out. */
async function takeLease(owner: string): Promise<void> {
  const leases = database().collection<Lease>('leases');
  for (;;) {
    const now = new Date();
    const lease = { owner, untilDt: new Date(now.getTime() + LEASE_MS) };
    const taken = await leases.updateOne({ _id: 'migrations', untilDt: { $lte: now } }, { $set: lease });
    if (taken.matchedCount || (await insertOnce(leases, { _id: 'migrations', ...lease }))) return;
    await sleep(250);
  }
}

/** Applies what has not been applied yet, in order. Other processes wait until it is done. */
export async function runMigrations(migrations: readonly Migration[], logger: Logger): Promise<void> {
  const db = database();
  const applied = db.collection<Applied>('migrations');
  if (!(await pendingMigrations(migrations)).length) return;
  const owner = randomUUID();
  const leases = db.collection<Lease>('leases');
  await takeLease(owner);
  const renewal = setInterval(() => {
    leases
      .updateOne({ _id: 'migrations', owner }, { $set: { untilDt: new Date(Date.now() + LEASE_MS) } })
      .catch((error: unknown) => logger.warn({ err: error }, 'the migration lease could not be renewed'));
  }, LEASE_MS / 3);
  try {
    for (const migration of await pendingMigrations(migrations)) {
      logger.info({ migration: migration.name }, 'migrating');
      await migration.up(db);
      await applied.insertOne({ _id: migration.name, appliedDt: new Date() });
    }
  } finally {
    clearInterval(renewal);
    await leases.updateOne({ _id: 'migrations', owner }, { $set: { untilDt: new Date(0) } });
  }
}

/** Migrations that have not been applied to this database. */
export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await database().collection<Applied>('migrations').find().toArray();
  const names = new Set(applied.map(({ _id }) => _id));
  return migrations.filter(({ name }) => !names.has(name));
}
