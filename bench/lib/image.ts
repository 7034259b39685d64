/** The image of the Dockerfile, built and run by a container engine (Docker's, or Podman's with the same commands). */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../packages/local-stack/src/ports.ts';
import { atEnd } from './program.ts';

const execute = promisify(execFile);
const NAME = 'kinfold-image-check';
const COMPOSE_FILES = [
  'docker-compose.yml',
  'docker-compose.production.yml',
  'bench/image-check.compose.yml',
];

export type Running = {
  /** Everything that it has printed. */
  output(): string;
  /** Its exit code, once it has ended. */
  code(): number | null;
  /** Waits for its end; returns the exit code. */
  ended(): Promise<number>;
  /** Asks it to stop, as an engine does (SIGTERM), and waits. */
  stop(): Promise<number>;
};

function watch(child: ChildProcess, askToStop: () => Promise<unknown>): Running {
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const end = once(child, 'close');
  const ended = async () => {
    await end;
    return child.exitCode ?? -1;
  };
  return {
    output: () => output,
    code: () => child.exitCode,
    ended,
    async stop() {
      await askToStop();
      return ended();
    },
  };
}

export type Image = ReturnType<typeof imageOf>;

/** The image by its name, with the flags of docker-compose.production.yml. */
function imageOf(engine: string) {
  const inspect = async <T>(id: string) =>
    (JSON.parse((await execute(engine, ['inspect', id])).stdout) as [T])[0];
  /** Starts the image's own command, or another one, on the host's network. */
  const start = (env: Record<string, string>, command: readonly string[] = []): Running => {
    const name = `${NAME}-${randomBytes(4).toString('hex')}`;
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const safe = ['--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
    const flags = ['--name', name, '--network', 'host', ...safe, ...settings];
    const running = spawn(engine, ['run', ...flags, NAME, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    atEnd(() => execute(engine, ['rm', '--force', name]));
    return watch(running, () => execute(engine, ['stop', '--time', '60', name]).catch(() => undefined));
  };
  return {
    start,
    /** Runs the health check of an engine; returns its exit code. */
    async healthCheck(env: Record<string, string>): Promise<number> {
      const { Config } = await inspect<{ Config: { Healthcheck: { Test: string[] } } }>(NAME);
      // The first element is CMD.
      return start(env, Config.Healthcheck.Test.slice(1)).ended();
    },
  };
}

type Container = {
  Config: { User: string; Env: string[] };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; Memory: number };
  State: { ExitCode: number };
};

export type Deployment = ReturnType<typeof composeOf>;

/** Runs the product by docker-compose.production.yml with these settings, and JWT_SECRET in a file. */
function composeOf(engine: string, root: string, settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-image-'));
  const jwtFile = path.join(folder, 'jwt');
  writeFileSync(jwtFile, settings['JWT_SECRET'] ?? '');
  // The programs run as their own user.
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const own = { KINFOLD_IMAGE: NAME, JWT_FILE: jwtFile };
  /** Runs compose; settings of .env are ignored. */
  const compose = (args: readonly string[], changes: Readonly<Record<string, string>> = {}) => {
    const files = COMPOSE_FILES.flatMap((file) => ['--file', file]);
    const common = ['compose', '--project-name', NAME, '--env-file', '/dev/null', ...files];
    return execute(engine, [...common, ...args], {
      cwd: root,
      env: { ...process.env, ...settings, ...own, ...changes },
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  return {
    compose,
    async container(service: string): Promise<Container> {
      const { stdout } = await compose(['ps', '--all', '--quiet', service]);
      return (JSON.parse((await execute(engine, ['inspect', stdout.trim()])).stdout) as [Container])[0];
    },
  };
}

/** Builds the image by compose. Rejects with the builder's output when a step fails. */
export async function buildImage(
  engine: string,
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ image: Image; deployment: Deployment; port: string }> {
  const port = String(await findFreePort(0));
  const deployment = composeOf(engine, root, { ...settings, HOST: '127.0.0.1', PORT: port });
  await deployment.compose(['build', 'app']);
  return { image: imageOf(engine), deployment, port };
}
