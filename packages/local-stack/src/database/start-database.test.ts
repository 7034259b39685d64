import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLock } from '../lock.ts';
import { findFreePort } from '../ports.ts';
import { commandLine } from '../processes.ts';
import {
  DataFolderInUseError,
  serverStateFile,
  startDatabase,
  withoutCredentials,
  type Database,
  type DatabaseOptions,
  type ServerState,
} from './start-database.ts';
import { startTestDatabase } from './test-database.ts';

let folder: string;
const started: Database[] = [];
const lines: string[] = [];

async function start(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const env = { ...process.env, NODE_ENV: 'test' };
  const log = (line: string) => void lines.push(line);
  const database = await startDatabase({ dataDir: folder, port: 0, env, log, ...options });
  started.push(database);
  return database;
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinfold-database-'));
  lines.length = 0;
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('startDatabase', () => {
  it('keeps the data between runs and refuses a second server on the folder', async () => {
    const first = await start();
    expect(first.replicaSet).toBeTruthy();
    await withClient(first.uri, (client) => client.db().collection('things').insertOne({ kept: true }));
    await expect(start()).rejects.toThrow(DataFolderInUseError);
    await expect(start()).rejects.toThrow(`in use by process ${process.pid}`);
    await first.stop();
    expect(await commandLine(first.pid ?? 0)).toBeNull();
    expect(existsSync(serverStateFile(folder))).toBe(false);

    const second = await start();
    expect(await withClient(second.uri, (client) => client.db().collection('things').countDocuments())).toBe(
      1,
    );
  });

  it('takes a free port when the wanted one is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const database = await start({ port });
    expect(new URL(database.uri).port).not.toBe(String(port));
    other.close();
  });

  it('gives each of two that start at once a server of its own', async () => {
    const port = await findFreePort(28_500);
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) => start({ port, dataDir: join(folder, name) })),
    );
    expect(new URL(first?.uri ?? '').port).not.toBe(new URL(second?.uri ?? '').port);
    for (const database of [first, second])
      await withClient(database?.uri ?? '', (client) => client.db().collection('things').insertOne({ a: 1 }));
    const count = (client: MongoClient) => client.db().collection('things').countDocuments();
    expect(await withClient(second?.uri ?? '', count)).toBe(1);
  });

  it('says in one line that the server died, and starts it again on its port', async () => {
    const database = await start({ restart: true });
    // SecantusDB, killed while it creates its own tables, cannot start again: an acknowledged write comes after that.
    const writeConcern = { w: 'majority', journal: true } as const;
    await withClient(database.uri, (client) =>
      client.db().collection('things').insertOne({ kept: true }, { writeConcern }),
    );
    process.kill(database.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(lines.at(-1)).toMatch(/The database is back/), { timeout: 60_000 });
    expect(lines.filter((line) => line.includes('died: signal SIGKILL'))).toHaveLength(1);
    const count = (client: MongoClient) => client.db().collection('things').countDocuments();
    expect(await withClient(database.uri, count)).toBe(1);
  });

  it('stops a server that a killed launcher left behind, and takes its place', async () => {
    const script = join(folder, 'launcher.mts');
    const module = fileURLToPath(new URL('./start-database.ts', import.meta.url));
    writeFileSync(
      script,
      `import { startDatabase } from ${JSON.stringify(module)};
       await startDatabase({ dataDir: ${JSON.stringify(folder)}, port: 0 });`,
    );
    const launcher = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'ignore' });
    const file = serverStateFile(folder);
    let left: ServerState | undefined;
    while (!left?.uri) {
      await sleep(50);
      left = (await readLock<ServerState>(file))?.state;
    }
    launcher.kill('SIGKILL');
    await new Promise((resolve) => launcher.once('exit', resolve));
    expect(await commandLine(left.serverPid ?? 0)).not.toBeNull();

    const database = await start();
    expect(lines[0]).toContain(`(process ${left.serverPid})`);
    expect(await commandLine(left.serverPid ?? 0)).toBeNull();
    await withClient(database.uri, (client) => client.db().command({ ping: 1 }));
  });

  it('takes nothing but a MONGODB_URI in production', async () => {
    await expect(start({ env: { NODE_ENV: 'production' } })).rejects.toThrow('Production needs MONGODB_URI');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('uses a MONGODB_URI, and says when it cannot be reached without showing its password', async () => {
    const server = await start();
    const database = await start({ env: { MONGODB_URI: server.uri } });
    expect(database).toMatchObject({ uri: server.uri, kind: 'MONGODB_URI', pid: null });
    const uri = 'mongodb://ada:secret@127.0.0.1:1/?serverSelectionTimeoutMS=200';
    await expect(start({ env: { MONGODB_URI: uri } })).rejects.toThrow(
      /mongodb:\/\/\*\*\*@127.0.0.1:1.*reached/,
    );
    expect(withoutCredentials(uri)).not.toContain('secret');
  });

  it('names all choices when none works', async () => {
    const env = { PATH: folder, XDG_CACHE_HOME: folder };
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(folder, 'kinfold', 'mongodb'), { recursive: true });
    const failure = JSON.stringify({ at: new Date().toISOString(), reason: 'it was not reachable' });
    writeFileSync(join(folder, 'kinfold', 'mongodb', 'download-failed.json'), failure);
    const message = await start({ env }).catch((error: unknown) => String(error));
    for (const word of [
      'MONGODB_URI',
      'mongod',
      'mongodb-memory-server',
      'Docker',
      'db:native',
      'Python 3.10',
    ])
      expect(message).toContain(word);
    // The failure is remembered: nothing was tried.
    expect(message).toContain('it was not reachable');
    expect(lines).toEqual([]);
  });
});

describe('startTestDatabase', () => {
  it('gives an empty database of its own and removes everything', async () => {
    // Other test runs have their own folders in the machine's one.
    vi.stubEnv('TMPDIR', folder);
    const [first, second] = [await startTestDatabase(), await startTestDatabase()];
    expect(first.uri).not.toBe(second.uri);
    await withClient(first.uri, (client) => client.db().collection('things').insertOne({ a: 1 }));
    expect(await withClient(second.uri, (client) => client.db().collection('things').countDocuments())).toBe(
      0,
    );
    await Promise.all([first.stop(), second.stop()]);
    vi.unstubAllEnvs();
    expect(readdirSync(folder)).toEqual([]);
  });
});
