import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { childExit, describeExit, stopProcess } from '../processes.ts';

export type SupervisedOptions = {
  /** Its name in messages, for example 'API'. */
  name: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: Log;
};

export type Supervised = {
  /** Resolves with a description when the process ends before `markStarted`. */
  failedToStart: Promise<string>;
  /** From now on the process is restarted when it ends. */
  markStarted(): void;
  stop(): Promise<void>;
};

/**
 * Preloaded into the child: when the launcher dies, even by SIGKILL, the IPC channel is closed and the child gets
 * SIGTERM. The channel is unreferenced, so it does not keep the child running.
 */
const stopWithLauncher = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel?.unref()",
)}`;
/** A process that has run this long resets the backoff. */
const steadyMs = 60_000;
const longestPauseMs = 10_000;
/** Longer than STOP_WITHIN_MS of the API (30 s), in which it answers accepted requests. */
const stopsWithinMs = 40_000;

/** Runs a node program and restarts it, with exponential backoff from 0.5 s to 10 s, when it ends by itself. */
export function supervise({ name, args, cwd, env, log }: SupervisedOptions): Supervised {
  let child: ChildProcess;
  let hasStarted = false;
  let isStopping = false;
  let pauseMs = 500;
  let reportFailure: (how: string) => void = () => undefined;
  const failedToStart = new Promise<string>((resolve) => {
    reportFailure = resolve;
  });
  const restart = async () => {
    await sleep(pauseMs);
    if (!isStopping) start();
  };
  const start = () => {
    const startedAt = Date.now();
    // A process group of its own: Ctrl-C must reach the launcher only, which stops the processes in order.
    child = spawn(process.execPath, ['--import', stopWithLauncher, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      const how = describeExit(code, signal);
      if (!hasStarted) return reportFailure(how);
      pauseMs = Date.now() - startedAt > steadyMs ? 500 : Math.min(pauseMs * 2, longestPauseMs);
      log(`The ${name} stopped (${how}). Starting it again in ${pauseMs / 1000} s.`);
      void restart();
    });
  };
  start();
  const killWithUs = () => child.kill('SIGTERM');
  process.once('exit', killWithUs);
  return {
    failedToStart,
    markStarted() {
      hasStarted = true;
    },
    async stop() {
      isStopping = true;
      process.off('exit', killWithUs);
      if (child.pid !== undefined) await stopProcess(child.pid, stopsWithinMs);
      await childExit(child);
    },
  };
}
