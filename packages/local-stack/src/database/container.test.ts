import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../ports.ts';
import { childExit } from '../processes.ts';
import type { ServerProgram } from './choice.ts';
import { containerMongod } from './container.ts';
import { findDatabase, NoDatabaseError } from './find-database.ts';
import { keepRunning } from './keep-running.ts';
import { startServer } from './server-process.ts';

let folder: string;
const lines: string[] = [];
const file = (name: string) => join(folder, name);
const calls = () => (existsSync(file('calls')) ? readFileSync(file('calls'), 'utf8').trim().split('\n') : []);
const search = () => ({
  cacheDir: folder,
  env: { PATH: file('bin'), HOME: folder },
  log: (line: string) => void lines.push(line),
});

/** A fake `docker`: it records its calls; `run` listens on the published port until `stop`. */
function putEngine(name: string, answers: { info?: number; hasImage?: boolean; pull?: number } = {}): void {
  const { info = 0, hasImage = true, pull = 0 } = answers;
  const server = file('server.cjs');
  writeFileSync(
    server,
    `const port = /127\\.0\\.0\\.1:(\\d+):27017/.exec(process.argv.join(' '))[1];
     require('node:net').createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
     require('node:fs').writeFileSync(${JSON.stringify(file('pid'))}, String(process.pid));`,
  );
  const script = file(`bin/${name}`);
  writeFileSync(
    script,
    `#!/bin/sh
echo "$@" >> '${file('calls')}'
case "$1" in
  info) exit ${info} ;;
  image) exit ${hasImage ? 0 : 1} ;;
  pull) exit ${pull} ;;
  run) exec '${process.execPath}' '${server}' "$@" ;;
  stop) read pid < '${file('pid')}' && kill "$pid" ;;
esac
`,
  );
  chmodSync(script, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinfold-container-'));
  mkdirSync(file('bin'));
  lines.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function preparedProgram(): Promise<ServerProgram> {
  const program = await containerMongod.prepare(search());
  if ('reason' in program) throw new Error(program.reason);
  return program;
}

describe('a container engine that answers', () => {
  it.each(['docker', 'podman'])('%s is taken before the stand-in', async (name) => {
    putEngine(name);
    const found = await findDatabase(search(), ['mongod', 'container', 'secantusd-rs', 'secantusdb']);
    expect(found).toMatchObject({ kind: 'container', program: { command: file(`bin/${name}`) } });
    expect(await containerMongod.inspect(search())).toMatchObject({ usable: true });
  });

  it('runs mongo:8 as a replica set on this machine alone, with its data in the data folder', async () => {
    putEngine('docker');
    const args = (await preparedProgram()).args(file('db'), 28_000).join(' ');
    expect(args).toContain('--publish 127.0.0.1:28000:27017');
    expect(args).toMatch(new RegExp(`--volume ${file('db')}:/data/db(:Z)? mongo:8 --replSet kinfold`));
  });

  it('has what it runs stopped at the end, and not before', async () => {
    putEngine('docker');
    const { initiate: _needsMongo, ...program } = await preparedProgram();
    const place = { dbPath: file('db'), logFile: file('log'), port: await findFreePort(28_600) };
    const server = await startServer(program, place, () => undefined);
    const options = {
      log: () => undefined,
      isRestarted: true,
      isDisposable: false,
      onSpawn: () => undefined,
    };
    const running = keepRunning(program, place, server, options);
    expect(server.child.exitCode).toBeNull();
    const [name] = /kinfold-[0-9a-f]{12}/.exec(calls().at(-1) ?? '') ?? [];
    await running.stop();
    await childExit(server.child);
    expect(calls().slice(-2)).toEqual([`stop ${name}`, `rm --force ${name}`]);
  });

  it('fetches the image once, and says so', async () => {
    putEngine('docker', { hasImage: false });
    await preparedProgram();
    expect(calls()).toContain('pull mongo:8');
    expect(lines[0]).toContain('Fetching the container image mongo:8');
  });
});

describe('otherwise it is left out, with the reason', () => {
  const reasonOf = async () => {
    const result = await containerMongod.prepare(search());
    return 'reason' in result ? result.reason : '';
  };

  it('without an engine', async () => {
    expect(await reasonOf()).toBe('no docker and no podman on PATH');
  });

  it('with an engine that does not answer', async () => {
    putEngine('docker', { info: 1 });
    expect(await reasonOf()).toMatch(/docker is installed, but its engine does not answer/);
    expect(await containerMongod.inspect(search())).toMatchObject({ usable: false });
  });

  it('with an engine that cannot fetch the image', async () => {
    putEngine('docker', { hasImage: false, pull: 1 });
    expect(await reasonOf()).toMatch(/^mongo:8 cannot be fetched/);
  });

  it('and where nothing else works either, it says what does', async () => {
    const failure = await findDatabase(search(), ['container', 'secantusdb']).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(NoDatabaseError);
    expect(String(failure)).toMatch(/docker compose up/);
  });
});
