/** Shared by the programs of this folder: cleanup of all that they started, also after errors and signals. */

type Cleanup = () => unknown;
const cleanups: Cleanup[] = [];

/** Prints a line. */
export const print = (line = ''): boolean => process.stdout.write(`${line}\n`);

/** Registers a cleanup; the last one registered runs first. */
export function atEnd(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups. `runProgram` does so at the end; a program of several parts also calls it between them. */
export async function cleanUp(): Promise<void> {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) {
    try {
      await next();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

/** Runs a program, its cleanups, and exits with its code; signals end it early, also with cleanups. */
export async function runProgram(work: () => Promise<number>): Promise<void> {
  let isStopping = false;
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes))
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void cleanUp().finally(() => process.exit(code));
    });
  let code: number;
  try {
    code = await work();
  } catch (error) {
    // After a signal, errors come from the cleanup of what the program still uses.
    if (!isStopping)
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    code = 1;
  }
  if (isStopping) return;
  isStopping = true;
  await cleanUp();
  process.exit(code);
}
