import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { childExit, describeExit, stopProcess } from '../processes.ts';
import type { ServerProgram } from './choice.ts';
import { startServer, type RunningServer, type ServerPlace } from './server-process.ts';

export type KeepRunningOptions = {
  log: Log;
  isRestarted: boolean;
  isDisposable: boolean;
  onSpawn(pid: number): void;
};

/** A server that has run this long resets the backoff. */
const steadyMs = 60_000;
const longestPauseMs = 10_000;
const mostQuickDeaths = 6;

/**
 * Supervises a server: logs a line when it dies and starts it again on the same port, with backoff. When it keeps dying
 * the whole product is stopped.
 */
export function keepRunning(
  program: ServerProgram,
  place: ServerPlace,
  first: RunningServer,
  options: KeepRunningOptions,
): { pid(): number; stop(): Promise<void> } {
  const { log } = options;
  let server = first;
  let isStopping = false;
  let quickDeaths = 0;

  const comeBack = async (): Promise<void> => {
    if (quickDeaths > mostQuickDeaths) {
      log('The database cannot be kept running. Stopping.');
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    await sleep(Math.min(500 * 2 ** quickDeaths, longestPauseMs));
    if (isStopping) return;
    try {
      const samePort = { ...place, port: first.port, isPortFixed: true };
      server = await startServer(program, samePort, options.onSpawn);
      if (isStopping) return void server.child.kill('SIGKILL');
      watch();
      log(`The database is back (process ${server.pid}).`);
    } catch (error) {
      if (isStopping) return;
      log(error instanceof Error ? error.message : String(error));
      quickDeaths += 1;
      await comeBack();
    }
  };
  const watch = () => {
    const startedAt = Date.now();
    server.child.once('exit', (code, signal) => {
      if (isStopping) return;
      quickDeaths = Date.now() - startedAt > steadyMs ? 0 : quickDeaths + 1;
      const next = options.isRestarted ? 'Starting it again.' : `Its log: ${place.logFile}`;
      log(`The database (${program.name}) died: ${describeExit(code, signal)}. ${next}`);
      if (options.isRestarted) void comeBack();
    });
  };
  watch();
  return {
    pid: () => server.pid,
    async stop() {
      isStopping = true;
      if (program.clean) await program.clean(place.dbPath);
      if (options.isDisposable) server.child.kill('SIGKILL');
      else await stopProcess(server.pid);
      await childExit(server.child);
    },
  };
}
