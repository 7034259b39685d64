import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { childExit, describeExit, stopProcess } from '../processes.ts';
import type { ServerProgram } from './choice.ts';
import { startServer, type RunningServer, type ServerPlace } from './server-process.ts';

export interface KeepRunningOptions {
  log: Log;
  isRestarted: boolean;
  isDisposable: boolean;
  onSpawn(pid: number): void;
}

/** A server that dies so soon after its start would only die again. */
const tooSoonMs = 10_000;

/** Watches a server: says in one line that it died, and starts it again on the same port. */
export function keepRunning(
  program: ServerProgram,
  place: ServerPlace,
  first: RunningServer,
  options: KeepRunningOptions,
): { pid(): number; stop(): Promise<void> } {
  const { log } = options;
  let server = first;
  let isStopping = false;

  const comeBack = async () => {
    try {
      await sleep(500);
      if (isStopping) return;
      server = await startServer(program, { ...place, port: first.port }, options.onSpawn);
      watch();
      log(`The database is back (process ${server.pid}).`);
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  };
  const watch = () => {
    const startedAt = Date.now();
    server.child.once('exit', (code, signal) => {
      if (isStopping) return;
      const isComingBack = options.isRestarted && Date.now() - startedAt > tooSoonMs;
      const next = isComingBack ? 'Starting it again.' : `Its log: ${place.logFile}`;
      log(`The database (${program.name}) died: ${describeExit(code, signal)}. ${next}`);
      if (isComingBack) void comeBack();
    });
  };
  watch();
  return {
    pid: () => server.pid,
    async stop() {
      isStopping = true;
      if (options.isDisposable) server.child.kill('SIGKILL');
      else await stopProcess(server.pid);
      await childExit(server.child);
    },
  };
}
