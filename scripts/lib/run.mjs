import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The programs that run, and the signal that ends them with us. */
const running = new Map();
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
});

/**
 * Runs a program to its end and keeps what it prints. Never throws: one that cannot be started has code -1.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, isShown?: boolean, onSpawn?: (pid: number) => void,
 *   endSignal?: NodeJS.Signals }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: options.isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    running.set(child, options.endSignal ?? 'SIGTERM');
    if (child.pid) options.onSpawn?.(child.pid);
    let output = '';
    const keep = (chunk) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const end = (code) => {
      running.delete(child);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(-1);
    });
    child.once('close', (code) => end(code ?? -1));
  });
}

/** Runs a JavaScript program of an installed package, for example `tool('prettier/bin/prettier.cjs', [...])`. */
export function tool(path, args, options = {}) {
  return run(process.execPath, [`${root}node_modules/${path}`, ...args], options);
}

/** The end of what a failing program said. */
export function lastLines(output, count = 30) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}

/** A failure that is explained in its message: shown as it is, without a stack trace. */
export class Failure extends Error {}

/**
 * npm passes SIGTERM on to the shell that it started us with, and the shell dies of it without telling us. Losing that
 * parent is the same request.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.emit('SIGTERM', 'SIGTERM');
  }, 250);
  timer.unref();
}

/** Runs the main function of a script: an explained failure is one message and exit code 1. */
export async function main(work) {
  process.chdir(root);
  stopWithNpm();
  try {
    await work();
  } catch (error) {
    const isOurs = error instanceof Failure || !process.env.DEBUG;
    process.stderr.write(`${isOurs ? error.message : error.stack}\n`);
    process.exit(1);
  }
}

/** Signals end a script at once, with what it runs; the returned function hands them back. */
export function stopOnSignals() {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const end = (signal) => process.exit(codes[signal]);
  for (const signal of Object.keys(codes)) process.on(signal, end);
  return () => {
    for (const signal of Object.keys(codes)) process.off(signal, end);
  };
}
