/** The frame of a command: reports what it cannot do in a sentence, and faults of ours with their stack. */

import mongoose from 'mongoose';
import { ConfigError } from './config.ts';
import { isDatabaseAway } from './database.ts';
import { AppError } from './problem.ts';

/** Why a command does nothing, or what went wrong; the message is for the operator. */
export class CommandError extends Error {
  /** 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints a line. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError) return error.detail;
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  const isAway = error instanceof mongoose.Error.MongooseServerSelectionError || isDatabaseAway(error);
  return isAway ? `The database cannot be reached: ${error.message}` : (error.stack ?? error.message);
}

/** Runs a command and exits with the code that it returns. */
export function runCommand(work: () => Promise<number>): void {
  work().then(
    // A worker thread that hashed passwords must not keep the process alive.
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exit(error instanceof CommandError ? error.exitCode : 1);
    },
  );
}
