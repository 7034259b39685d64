import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFreePort, claimPort, type ClaimedPort } from '../ports.ts';
import type { ServerProgram } from './choice.ts';

export type ServerPlace = {
  dbPath: string;
  logFile: string;
  /** The preferred port; if it is in use a free one is taken. 0 = any. */
  port: number;
  /** Waits for the port while it is in use, because clients are configured with it. */
  isPortFixed?: boolean;
};

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      // TCP self-connect: while nobody listens, a socket with this local port connects to itself.
      const isItself = socket.localPort === port;
      socket.destroy();
      resolve(!isItself);
    });
    socket.once('error', () => resolve(false));
  });
}

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n').slice(-1500);
  } catch {
    return '';
  }
}

async function waitUntilListening(child: ChildProcess, port: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    // If our process has ended, another one answered.
    if (await accepts(port)) return child.exitCode === null && child.signalCode === null;
    if (Date.now() > deadline) break;
    await sleep(50);
  }
  return false;
}

/** Waits until a port is free: its clients cannot switch to another one. */
async function waitForPort(port: number): Promise<ClaimedPort> {
  for (;;) {
    const claimed = await claimPort(port);
    if (claimed) return claimed;
    await sleep(500);
  }
}

export type RunningServer = {
  child: ChildProcess;
  pid: number;
  port: number;
};

/** Starts the server and waits until it is usable. Throws with the last lines of its log when it does not start. */
export async function startServer(
  program: ServerProgram,
  place: ServerPlace,
  onSpawn: (pid: number) => void,
): Promise<RunningServer> {
  mkdirSync(place.dbPath, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const { port, release } = await (place.isPortFixed ? waitForPort : claimFreePort)(place.port);
    const out = openSync(place.logFile, 'w');
    // A process group of its own: Ctrl-C must reach the launcher only, which stops the database after the API.
    const child = spawn(program.command, program.args(place.dbPath, port), {
      cwd: place.dbPath,
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...process.env, ...program.env },
    });
    closeSync(out);
    child.on('error', () => undefined);
    const endWithUs = () => child.kill('SIGTERM');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    if (child.pid !== undefined) onSpawn(child.pid);
    const isListening = await waitUntilListening(child, port, program.listensWithinMs ?? 60_000);
    release();
    if (isListening && child.pid !== undefined) {
      await program.initiate?.(port);
      return { child, pid: child.pid, port };
    }
    child.kill('SIGKILL');
    const output = lastLines(place.logFile);
    // Another program may have taken the port between the check and the start.
    const isPortTaken =
      /in use|errno 98|EADDRINUSE/i.test(output) && !/Device or resource busy/i.test(output);
    if (!isPortTaken || attempt === 5)
      throw new Error(`${program.name} did not start. Its last lines:\n${output}\n(log: ${place.logFile})`);
  }
}
