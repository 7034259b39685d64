import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The running programs, each with the signal that ends it when this process ends. */
const running = new Map();
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
});

/**
 * Runs a program to its end and collects its output. Never rejects: code -1 when it cannot be started.
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

/** Runs a JavaScript program of an installed package, for example `tool('knip/bin/knip.js', [...])`. */
export function tool(path, args, options = {}) {
  return run(process.execPath, [`${root}node_modules/${path}`, ...args], options);
}

/** The last lines of a program's output. */
export function lastLines(output, count = 30) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}

/** A failure whose message explains it: shown without a stack trace. */
export class Failure extends Error {}

/**
 * npm sends SIGTERM to the shell that runs this process, and the shell ends without passing it on: a changed parent
 * process is handled like SIGTERM.
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

/**
 * Runs the main function of a script. An error is printed as its message (its stack with DEBUG); the exit code is 1.
 */
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

/** Lets signals end the script and its running programs at once; the returned function removes the handlers. */
export function stopOnSignals() {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const end = (signal) => process.exit(codes[signal]);
  for (const signal of Object.keys(codes)) process.on(signal, end);
  return () => {
    for (const signal of Object.keys(codes)) process.off(signal, end);
  };
}
