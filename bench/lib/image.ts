/** The image of the Dockerfile: built and run by an engine where one answers, else its steps done in a folder. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildInFolder } from './dockerfile.ts';
import { atEnd, print } from './program.ts';

const execute = promisify(execFile);

export type Running = {
  /** All that it has written. */
  output(): string;
  /** Its exit code, when it has ended. */
  code(): number | null;
  /** Waits for its end; gives the exit code. */
  ended(): Promise<number>;
  /** Asks it to stop, as an engine does (SIGTERM), and waits. */
  stop(): Promise<number>;
};

export type Image = {
  description: string;
  /** Starts the image's own command, or another one in its folder, with these settings beside the image's. */
  start(env: Record<string, string>, command?: readonly string[]): Running;
  /** The command by which an engine asks whether it is healthy. */
  healthCheck(env: Record<string, string>): Promise<number>;
};

function watch(child: ChildProcess, askToStop: () => Promise<unknown>): Running {
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const end = once(child, 'close');
  atEnd(() => child.exitCode === null && askToStop());
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

const NAME = 'kinfold-image-check';

async function buildWithEngine(root: string): Promise<Image> {
  const build = ['build', '--network', 'host', '--tag', NAME, '.'];
  const child = spawn('docker', build, {
    cwd: root,
    env: { ...process.env, DOCKER_BUILDKIT: '1' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`docker build ended with ${code}`);
  const { stdout: size } = await execute('docker', ['image', 'inspect', '--format', '{{.Size}}', NAME]);
  const { stdout: check } = await execute('docker', [
    'image',
    'inspect',
    '--format',
    '{{json .Config.Healthcheck.Test}}',
    NAME,
  ]);
  // Begins with CMD.
  const [, ...healthCommand] = JSON.parse(check) as string[];
  const start: Image['start'] = (env, command = []) => {
    const name = `${NAME}-${randomBytes(4).toString('hex')}`;
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    // As docker-compose.production.yml runs it.
    const safe = ['--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
    const flags = ['--name', name, '--network', 'host', ...safe, ...settings];
    const running = spawn('docker', ['run', ...flags, NAME, ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    atEnd(() => execute('docker', ['rm', '--force', name]));
    return watch(running, () => execute('docker', ['stop', '--time', '60', name]).catch(() => undefined));
  };
  return {
    description: `an image of ${Math.round(Number(size) / 1e6)} MB, built and run by the engine`,
    start,
    healthCheck: (env) => start(env, healthCommand).ended(),
  };
}

async function buildWithoutEngine(root: string): Promise<Image> {
  const target = mkdtempSync(path.join(tmpdir(), 'kinfold-image-'));
  atEnd(() => rmSync(target, { recursive: true, force: true }));
  const built = await buildInFolder(root, target, (step) => print(`  ${step}`));
  const start: Image['start'] = (env, command = built.command) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd: path.join(built.folder, built.workdir),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...built.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return watch(child, async () => child.kill('SIGTERM'));
  };
  return {
    description: `the Dockerfile's steps in a folder, with this machine's Node ${process.versions.node}`,
    start,
    healthCheck: (env) => start(env, built.healthCheck).ended(),
  };
}

/** Builds the image; what it leaves in the temporary folder is removed at the end of the program. */
export async function buildImage(root: string): Promise<Image> {
  const engine = await execute('docker', ['info', '--format', '{{.ServerVersion}}'], {
    timeout: 20_000,
  }).catch(() => undefined);
  if (engine?.stdout.trim()) {
    print(`Building with the engine that answers here (${engine.stdout.trim()}) …`);
    return buildWithEngine(root);
  }
  print("No container engine answers here: doing the Dockerfile's steps in an empty folder …");
  return buildWithoutEngine(root);
}
