// globalSetup of vitest's project `api`: a database server for each worker, for the whole run.
import { startSharedTestServers } from './database/test-database.ts';

/** The number of vitest workers, each with a database server: API tests mostly wait, so three use two cores. */
export const testWorkers = 3;

let stop: (() => Promise<void>) | undefined;

export async function setup(): Promise<void> {
  stop = await startSharedTestServers(testWorkers);
}

export async function teardown(): Promise<void> {
  await stop?.();
}
