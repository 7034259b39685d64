import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { findOnPath, runProgram } from '../processes.ts';
import type { DatabaseChoice, ServerProgram } from './choice.ts';

/** The name of the single-node replica set. */
export const replicaSet = 'kinfold';

async function memberHost(admin: Db): Promise<{ config: Record<string, unknown>; host: string } | null> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return { config, host: config.members[0].host };
  } catch (error) {
    // NotYetInitialized: the data folder is new.
    if (error instanceof MongoServerError && error.code === 94) return null;
    throw error;
  }
}

/** Makes a server the primary of a single-node replica set, also when its port has changed since the last start. */
export async function initiateReplicaSet(port: number, host = `127.0.0.1:${port}`): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    // A container's port answers before the server within it does.
    serverSelectionTimeoutMS: 60_000,
  });
  try {
    const admin = client.db('admin');
    const known = await memberHost(admin);
    const members = [{ _id: 0, host }];
    if (!known) {
      await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    } else if (known.host !== host) {
      const version = Number(known.config.version) + 1;
      await admin.command({ replSetReconfig: { ...known.config, version, members }, force: true });
    }
    for (let attempt = 0; attempt < 300; attempt += 1) {
      if ((await admin.command({ hello: 1 })).isWritablePrimary === true) return;
      await sleep(100);
    }
    throw new Error('The single-node replica set did not get a primary within 30 s.');
  } finally {
    await client.close();
  }
}

/** A mongod, installed or downloaded, as a single-node replica set. */
export async function mongodProgram(command: string): Promise<ServerProgram | { reason: string }> {
  const { code, output } = await runProgram(command, ['--version'], { timeoutMs: 10_000 });
  const version = /v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (code !== 0 || !version) return { reason: `${command} --version does not answer` };
  return {
    name: `MongoDB ${version}`,
    version,
    command,
    replicaSet,
    args: (dbPath, port) => [
      ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1'],
      ...['--replSet', replicaSet, '--wiredTigerCacheSizeGB', '0.25'],
    ],
    initiate: (port) => initiateReplicaSet(port),
  };
}

export const installedMongod: DatabaseChoice = {
  kind: 'mongod',
  advice: 'install MongoDB, so that `mongod` is on PATH',
  async inspect({ env }) {
    const path = findOnPath('mongod', env);
    return path ? { usable: true, detail: path } : { usable: false, detail: 'no mongod on PATH' };
  },
  async prepare({ env }) {
    const path = findOnPath('mongod', env);
    return path ? mongodProgram(path) : { reason: 'no mongod on PATH' };
  },
};
