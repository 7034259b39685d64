import { createHash } from 'node:crypto';
import { findOnPath, runProgram } from '../processes.ts';
import type { DatabaseChoice, SearchContext, ServerProgram } from './choice.ts';
import { initiateReplicaSet, replicaSet } from './mongod.ts';
import { showProgress } from '../log.ts';

const image = 'mongo:8';
/** Within the container; on the host the port is chosen as for every other server. */
const portInside = 27_017;

/** The container engine to use, Docker or Podman (with the same commands), or why there is none. */
export async function findEngine(
  env: NodeJS.ProcessEnv,
): Promise<{ engine: string; reason?: never } | { reason: string; engine?: never }> {
  const engine = findOnPath('docker', env) ?? findOnPath('podman', env);
  if (!engine) return { reason: 'no docker and no podman on PATH' };
  const { code } = await runProgram(engine, ['info', '--format', '{{.ID}}'], { env, timeoutMs: 10_000 });
  return code === 0 ? { engine } : { reason: `${engine} is installed, but its engine does not answer` };
}

/** The name of the container of a data folder: each folder has one server. */
function nameOf(dbPath: string): string {
  return `kinfold-${createHash('sha256').update(dbPath).digest('hex').slice(0, 12)}`;
}

async function pull(engine: string, { env, log }: SearchContext): Promise<string | null> {
  if ((await runProgram(engine, ['image', 'inspect', image], { env, timeoutMs: 10_000 })).code === 0)
    return null;
  const label = `Fetching the container image ${image} (300 MB, once)`;
  const { code, output } = await showProgress(log, label, runProgram(engine, ['pull', image], { env }));
  return code === 0 ? null : `${image} cannot be fetched: ${output.split('\n').at(-1)?.slice(0, 160)}`;
}

/** MongoDB in a container, a replica set of one member, with its data in the data folder. */
function program(engine: string, { env }: SearchContext): ServerProgram {
  const remove = async (dbPath: string) => {
    await runProgram(engine, ['stop', nameOf(dbPath)], { env, timeoutMs: 30_000 });
    await runProgram(engine, ['rm', '--force', nameOf(dbPath)], { env, timeoutMs: 30_000 });
  };
  // The files belong to the user who started it, who must be able to remove them. On macOS the engine does that.
  const isLinux = process.platform === 'linux';
  const user = isLinux ? ['--user', `${process.getuid?.()}:${process.getgid?.()}`] : [];
  if (isLinux && engine.endsWith('podman')) user.push('--userns', 'keep-id');
  const volume = (dbPath: string) => `${dbPath}:/data/db${isLinux ? ':Z' : ''}`;
  return {
    name: `MongoDB in a container (${image})`,
    version: '8',
    command: engine,
    replicaSet,
    listensWithinMs: 120_000,
    args: (dbPath, port) => [
      ...['run', '--rm', '--name', nameOf(dbPath), ...user],
      ...['--publish', `127.0.0.1:${port}:${portInside}`, '--volume', volume(dbPath)],
      ...[image, '--replSet', replicaSet, '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.25'],
    ],
    clean: remove,
    // Its one member has an address within the container, so clients are told not to discover members.
    initiate: (port) => initiateReplicaSet(port, `127.0.0.1:${portInside}`),
    isDirect: true,
  };
}

export const containerMongod: DatabaseChoice = {
  kind: 'container',
  advice: `start a container engine (Docker or Podman), which then runs ${image}`,
  async inspect({ env }) {
    const { engine, reason } = await findEngine(env);
    return reason === undefined
      ? { usable: true, detail: `${engine} would run ${image}` }
      : { usable: false, detail: reason };
  },
  async prepare(context) {
    const { engine, reason } = await findEngine(context.env);
    if (reason !== undefined) return { reason };
    const notFetched = await pull(engine, context);
    return notFetched === null ? program(engine, context) : { reason: notFetched };
  },
};
