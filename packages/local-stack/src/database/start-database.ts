import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { cacheFolder } from '../cache-folder.ts';
import { LockHeldError, takeLock } from '../lock.ts';
import { printLine, type Log } from '../log.ts';
import { commandLine, stopProcess } from '../processes.ts';
import { databaseKinds, type DatabaseKind } from './choice.ts';
import { findDatabase } from './find-database.ts';
import { keepRunning } from './keep-running.ts';
import { startServer } from './server-process.ts';

export type DatabaseOptions = {
  /** The data is kept in the sub-folder `db`, in a folder for each kind of server. */
  dataDir: string;
  log?: Log;
  env?: NodeJS.ProcessEnv;
  /** The preferred port, default 27017; if it is in use the next free one is taken. 0 = any. */
  port?: number;
  /** Name of the database in the address. */
  name?: string;
  cacheDir?: string;
  /** Start the server again on the same port when it dies (default true). */
  restart?: boolean;
  /** The data is deleted afterwards: stop with SIGKILL (default false). */
  isDisposable?: boolean;
  /** Only these kinds, for tests. */
  kinds?: readonly DatabaseKind[];
};

export type Database = {
  uri: string;
  kind: DatabaseKind;
  /** For example 'MongoDB 8.2.6'. */
  description: string;
  version: string;
  /** Name of the replica set; null for a standalone server. */
  replicaSet: string | null;
  /** The server's process id; null if we did not start it. */
  readonly pid: number | null;
  stop(): Promise<void>;
};

/** The state of a server in the lock file of its data folder. */
export type ServerState = {
  kind: DatabaseKind;
  serverPid: number | null;
  uri: string | null;
};

/** The data folder is locked by another running process. */
export class DataFolderInUseError extends Error {
  readonly pid: number;
  readonly uri: string | null;

  constructor(folder: string, pid: number, uri: string | null) {
    super(`The data folder ${folder} is in use by process ${pid}${uri ? ` (${uri})` : ''}.`);
    this.pid = pid;
    this.uri = uri;
  }
}

/** The lock file of the database of a data folder. */
export function serverStateFile(dataDir: string): string {
  return join(resolve(dataDir), 'db', 'server.json');
}

/** A connection string without user and password, for messages. */
export function withoutCredentials(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//***@');
}

/** Checks the server of a MONGODB_URI. Throws a one-line error when it does not answer. */
export async function attach(uri: string): Promise<Database> {
  const timeout = uri.includes('serverSelectionTimeoutMS') ? {} : { serverSelectionTimeoutMS: 10_000 };
  const client = new MongoClient(uri, timeout);
  try {
    await client.connect();
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    const build = await admin.command({ buildInfo: 1 });
    const version = String(build.version);
    const isSharded = hello.msg === 'isdbgrid';
    const replicaSet = isSharded ? 'sharded' : hello.setName ? String(hello.setName) : null;
    const description = `MONGODB_URI, version ${version}`;
    return {
      uri,
      kind: 'MONGODB_URI',
      description,
      version,
      replicaSet,
      pid: null,
      stop: () => Promise.resolve(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`MONGODB_URI (${withoutCredentials(uri)}) cannot be reached: ${reason}`, {
      cause: error,
    });
  } finally {
    await client.close();
  }
}

/** Stops a server that a killed launcher left running on the folder. */
async function stopLeftOver(left: ServerState | null, folder: string, log: Log): Promise<void> {
  if (!left?.serverPid) return;
  const command = await commandLine(left.serverPid);
  if (!command?.includes(folder)) return;
  log(`Stopping a database server that an earlier run left behind (process ${left.serverPid}).`);
  await stopProcess(left.serverPid);
}

/** Other kinds of server with data in this folder, mentioned because they are not used. */
function otherData(folder: string, kind: DatabaseKind): DatabaseKind[] {
  return databaseKinds.filter((other) => {
    if (other === kind) return false;
    try {
      return readdirSync(join(folder, other)).length > 0;
    } catch {
      return false;
    }
  });
}

/**
 * Finds or starts a database, in the order MONGODB_URI, mongod, mongodb-memory-server's download, a container of an
 * engine that answers, SecantusDB. Throws DataFolderInUseError when another process has the folder, NoDatabaseError
 * when nothing works.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { log = printLine, env = process.env, name = 'kinfold', kinds } = options;
  if (env.MONGODB_URI && (!kinds || kinds.includes('MONGODB_URI'))) return attach(env.MONGODB_URI);
  if (env.NODE_ENV === 'production')
    throw new Error('Production needs MONGODB_URI: the address of a MongoDB replica set or sharded cluster.');

  const folder = join(resolve(options.dataDir), 'db');
  const none: ServerState = { kind: 'secantusdb', serverPid: null, uri: null };
  const lock = await takeLock<ServerState>(serverStateFile(options.dataDir), none).catch((error: unknown) => {
    if (!(error instanceof LockHeldError)) throw error;
    throw new DataFolderInUseError(options.dataDir, error.pid, (error.state as ServerState).uri);
  });
  try {
    await stopLeftOver(lock.left, folder, log);
    const context = { cacheDir: options.cacheDir ?? cacheFolder(env), env, log };
    const { kind, program } = await findDatabase(context, kinds);
    for (const other of otherData(folder, kind))
      log(`Note: ${join(folder, other)} contains data of another kind of database, which is not used now.`);

    mkdirSync(folder, { recursive: true });
    const place = {
      dbPath: join(folder, kind),
      logFile: join(folder, `${kind}.log`),
      port: options.port ?? 27017,
    };
    // From a launcher that was killed.
    await program.clean?.(place.dbPath);
    const note = (serverPid: number, uri: string | null) => lock.update({ kind, serverPid, uri });
    const server = await startServer(program, place, (pid) => note(pid, null));
    const how = program.isDirect ? 'directConnection=true' : `replicaSet=${program.replicaSet}`;
    const uri = `mongodb://127.0.0.1:${server.port}/${name}?${how}`;
    note(server.pid, uri);

    const running = keepRunning(program, place, server, {
      log,
      isRestarted: options.restart ?? true,
      isDisposable: options.isDisposable ?? false,
      onSpawn: (pid) => note(pid, uri),
    });
    return {
      uri,
      kind,
      description: program.name,
      version: program.version,
      replicaSet: program.replicaSet,
      get pid() {
        return running.pid();
      },
      async stop() {
        await running.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
