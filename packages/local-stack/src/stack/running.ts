import { join } from 'node:path';
import type { Lock } from '../lock.ts';
import { printLine } from '../log.ts';
import type { StackState } from './data-folder.ts';
import type { Services } from './services.ts';
import { heapOf, readSettings, type Settings } from './settings.ts';
import { supervise, type Supervised } from './supervise.ts';

/** The processes that a launcher has started. */
export type Running = {
  lock?: Lock<StackState>;
  services?: Services;
  /** The API, the worker and, in development, the web's server; stopped before the services. */
  programs: Supervised[];
};

async function stopAll({ lock, services, programs }: Running): Promise<void> {
  await Promise.all(programs.map((program) => program.stop()));
  await services?.stop();
  lock?.release();
}

/**
 * Runs and supervises a program of the API: the built one or, in development, its source with reload. The built worker
 * gets the heap of the settings.
 */
export function superviseApi(
  name: string,
  program: 'main' | 'worker',
  settings: Settings,
  running: Running,
  env: NodeJS.ProcessEnv,
  isDev: boolean,
): Supervised {
  const tsx = join(settings.root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const heap = program === 'worker' ? heapOf(settings.workerHeapMb) : [];
  const supervised = supervise({
    name,
    args: isDev
      ? [tsx, 'watch', '--clear-screen=false', `apps/api/src/${program}.ts`]
      : [...heap, '--enable-source-maps', `apps/api/dist/${program}.js`],
    cwd: settings.root,
    env,
    log: printLine,
  });
  running.programs.push(supervised);
  return supervised;
}

/**
 * Runs `start` and resolves when it does. SIGINT, SIGTERM and SIGHUP stop everything in `running`; an error of `start`
 * is printed as its message and exits with 1.
 */
export async function launch(start: (settings: Settings, running: Running) => Promise<void>): Promise<void> {
  const running: Running = { programs: [] };
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      printLine('Stopping …');
      // A process that is still starting is killed by its exit handler.
      void stopAll(running).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  try {
    await start(readSettings(), running);
  } catch (error) {
    if (isStopping) return;
    isStopping = true;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stopAll(running);
    process.exit(1);
  }
}
