/** The frame of a command: what it cannot do is said in a sentence, what is a fault of ours with its place. */

/** Why a command does nothing, or what went wrong with what it did; the message is for who runs it. */
export class CommandError extends Error {
  /** 2 for a command that was called in a way that it does not know. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints a line. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command and exits with the code that it gives. `isExplained`: further errors whose message says it all. */
export function runCommand(
  work: () => Promise<number>,
  isExplained: (error: unknown) => boolean = () => false,
): void {
  work().then(
    // A worker thread that hashed passwords must not keep the process.
    (code) => process.exit(code),
    (error: unknown) => {
      const isSentence = error instanceof CommandError || isExplained(error);
      const said = error instanceof Error ? (isSentence ? error.message : error.stack) : String(error);
      process.stderr.write(`${said}\n`);
      process.exit(error instanceof CommandError ? error.exitCode : 1);
    },
  );
}
