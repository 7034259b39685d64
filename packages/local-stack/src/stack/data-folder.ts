import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LockHeldError, readLock, takeLock, type Lock } from '../lock.ts';
import type { Settings } from './settings.ts';
import type { ServiceAddresses } from './services.ts';

/** What a running launcher tells others about itself, in `DATA_DIR/stack.json`. */
export type StackState = {
  /** 'npm start', or the command that uses the folder. */
  what: string;
  /** Where people open it; null until it is ready. */
  url: string | null;
  addresses: ServiceAddresses | null;
  apiPort: number | null;
};

function stackStateFile(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** Says in one line who uses a data folder. */
function describeHolder(settings: Settings, pid: number, state: StackState): string {
  const where = state.url ? `: ${state.url}` : ', still starting';
  return state.what === 'npm start'
    ? `Kinfold already runs on the data folder ${settings.dataDirName}${where} (process ${pid}; \`kill ${pid}\` stops it).`
    : `The data folder ${settings.dataDirName} is in use by '${state.what}' (process ${pid}).`;
}

/**
 * Takes the data folder for this process; throws one line that says who has it. A new one is closed to other accounts of
 * the machine: it holds everybody's data and mails.
 */
export async function takeDataFolder(settings: Settings, what: string): Promise<Lock<StackState>> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const state: StackState = { what, url: null, addresses: null, apiPort: null };
  try {
    return await takeLock(stackStateFile(settings.dataDir), state);
  } catch (error) {
    if (error instanceof LockHeldError)
      throw new Error(describeHolder(settings, error.pid, error.state as StackState), { cause: error });
    throw error;
  }
}

/** The stack that runs on this data folder, or null. */
export function readRunningStack(settings: Settings): Promise<{ pid: number; state: StackState } | null> {
  return readLock<StackState>(stackStateFile(settings.dataDir));
}
