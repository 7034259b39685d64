import { startSharedTestServers } from './database/test-database.ts';

/** Vitest's globalSetup of the API project: a database server for each worker, for the whole run. */
export const testWorkers = 3;

let stop: (() => Promise<void>) | undefined;

export async function setup(): Promise<void> {
  stop = await startSharedTestServers(testWorkers);
}

export async function teardown(): Promise<void> {
  await stop?.();
}
