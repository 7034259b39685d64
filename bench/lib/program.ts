/** What the programs of this folder share: an end that stops everything they started, however it comes. */

type Cleanup = () => unknown;
const cleanups: Cleanup[] = [];

/** Prints a line. */
export const print = (line = ''): boolean => process.stdout.write(`${line}\n`);

/** Registers what must be undone at the end; the newest is undone first. */
export function atEnd(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Undoes all that was registered. At the end this comes by itself; a program of several parts calls it between them. */
export async function cleanUp(): Promise<void> {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) {
    try {
      await next();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

/** Runs a program to its end and exits with the code it gives; signals end it early, cleaned up as well. */
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
    // What is torn down under a program that was told to stop fails, and that is nobody's business.
    if (!isStopping)
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    code = 1;
  }
  if (isStopping) return;
  isStopping = true;
  await cleanUp();
  process.exit(code);
}
