import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { disposableFolder } from '../disposable-folder.ts';
import { readLock } from '../lock.ts';
import { commandLine, stopProcess } from '../processes.ts';
import { withDatabase } from './database-name.ts';
import { serverStateFile, startDatabase, type Database, type ServerState } from './start-database.ts';

const prefix = 'kinfold-test-';
/** The addresses of the servers that a whole test run shares, one per worker; see vitest-databases.ts. */
const sharedServers = 'KINFOLD_TEST_SERVERS';
/** The prefix of the names of a test run's databases. */
const sharedName = 'KINFOLD_TEST_NAME';

export type TestDatabase = {
  /** Address with the name of a new, empty database. */
  uri: string;
  kind: Database['kind'];
  /** It is on a server that is removed, with all databases of the run, when the run ends: `stop` may be omitted. */
  isShared: boolean;
  /** Drops the database; stops and removes the server if it was started for this one. */
  stop(): Promise<void>;
};

/** Removes servers and data of killed test runs. */
async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    const file = serverStateFile(folder);
    if (await readLock(file)) continue;
    let record: { state: ServerState };
    try {
      record = JSON.parse(readFileSync(file, 'utf8')) as { state: ServerState };
    } catch {
      // Still starting, or not a test server's folder.
      continue;
    }
    const pid = record.state.serverPid;
    if (pid && (await commandLine(pid))?.includes(folder)) await stopProcess(pid, 5000);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a server in a folder that is removed when it stops. The server is found as by `npm start`. */
async function startTestServer(): Promise<Database> {
  const parent = disposableFolder();
  await removeLeftOvers(parent);
  const folder = mkdtempSync(join(parent, prefix));
  const env = { ...process.env, NODE_ENV: 'test' };
  const server = await startDatabase({
    dataDir: folder,
    port: 0,
    restart: false,
    isDisposable: true,
    env,
    name: '',
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function drop(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}

/** Drops the databases of a server whose names begin with a prefix. */
async function dropAll(uri: string, prefix: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

/**
 * A new, empty database for one test file: on the shared server of the worker under `vitest --project api`, otherwise
 * on its own server.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const name = `${process.env[sharedName] ?? 'kinfold_test'}_${randomBytes(6).toString('hex')}`;
  const shared = process.env[sharedServers];
  if (shared) {
    const servers = JSON.parse(shared) as { uri: string; kind: Database['kind'] }[];
    const worker = Number(process.env.VITEST_POOL_ID ?? 1);
    const server = servers[(worker - 1) % servers.length];
    if (server) {
      const uri = withDatabase(server.uri, name);
      return { uri, kind: server.kind, isShared: true, stop: () => drop(uri) };
    }
  }
  const server = await startTestServer();
  const uri = withDatabase(server.uri, name);
  return {
    uri,
    kind: server.kind,
    isShared: false,
    async stop() {
      if (server.pid === null) await drop(uri);
      await server.stop();
    },
  };
}

/**
 * Starts one server per worker and passes their addresses to the workers by the environment; returns a stop function.
 */
export async function startSharedTestServers(count: number): Promise<() => Promise<void>> {
  // The first one alone, because it may download or install the server.
  const servers = [await startTestServer()];
  const rest = Array.from({ length: count - 1 }, () => startTestServer());
  servers.push(...(await Promise.all(rest)));
  const prefix = `kinfold_test_${randomBytes(4).toString('hex')}`;
  process.env[sharedName] = prefix;
  process.env[sharedServers] = JSON.stringify(servers.map(({ uri, kind }) => ({ uri, kind })));
  return async () => {
    // A server of MONGODB_URI keeps running: only the databases of the run are dropped.
    for (const { uri } of servers.filter(({ pid }) => pid === null)) await dropAll(uri, prefix);
    await Promise.all(servers.map((server) => server.stop()));
  };
}
