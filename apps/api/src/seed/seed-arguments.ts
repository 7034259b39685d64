import { parseArgs } from 'node:util';
import { CommandError } from '../platform/command.ts';

/** Wrong usage of a command; the message shows the usage. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, 2);
  }
}

const USAGE = 'Usage: npm run seed [-- --members NUMBER [--seed NUMBER]], each a whole number from 1';

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        members: { type: 'string' },
        seed: { type: 'string', default: '1' },
        // The default behaviour; the launcher passes it for its readers.
        'if-empty': { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new UsageError(USAGE);
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1) throw new UsageError(USAGE);
  return Number(text);
}

/** The number of members to invent, and the seed; undefined for the demo data. Throws UsageError. */
export function readSeedArguments(args: readonly string[]): { members: number; seed: number } | undefined {
  const { members, seed } = parsed(args);
  return members === undefined ? undefined : { members: wholeNumber(members), seed: wholeNumber(seed) };
}
