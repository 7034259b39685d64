import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { childExit, describeExit, stopProcess } from '../processes.ts';

export type SupervisedOptions = {
  /** What it is called in messages, for example 'API'. */
  name: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: Log;
};

export type Supervised = {
  /** Resolves when the process has ended before `markStarted`, with how it ended. */
  failedToStart: Promise<string>;
  /** From now on a process that ends is started again. */
  markStarted(): void;
  stop(): Promise<void>;
};

/**
 * Loaded into the child before its own code: when the launcher dies, even by kill -9, the channel between them
 * breaks and the child stops in its orderly way. The channel alone does not keep the child running.
 */
const stopWithLauncher = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel?.unref()",
)}`;
/** A process that has run this long is not one that cannot start. */
const steadyMs = 60_000;
const longestPauseMs = 10_000;
/** The API takes up to 30 s to answer what it has accepted. */
const stopsWithinMs = 40_000;

/** Runs a node program and starts it again, after a short pause that grows, whenever it ends by itself. */
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
    // A process group of its own: Ctrl-C reaches the launcher only, which stops things in their order.
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
