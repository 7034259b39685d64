import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LockHeldError, readLock, takeLock, type Lock } from '../lock.ts';
import type { Settings } from './settings.ts';
import type { ServiceAddresses } from './services.ts';

/** The state of a running launcher, in the lock file `DATA_DIR/stack.json`. */
export type StackState = {
  /** 'npm start', or the command that uses the folder. */
  what: string;
  /** The address to open; null until the stack is ready. */
  url: string | null;
  addresses: ServiceAddresses | null;
  apiPort: number | null;
};

function stackStateFile(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** One line that names the user of a data folder. */
function describeHolder(settings: Settings, pid: number, state: StackState): string {
  const where = state.url ? `: ${state.url}` : ', still starting';
  return state.what === 'npm start'
    ? `Kinfold already runs on the data folder ${settings.dataDirName}${where} (process ${pid}; \`kill ${pid}\` stops it).`
    : `The data folder ${settings.dataDirName} is in use by '${state.what}' (process ${pid}).`;
}

/**
 * Locks the data folder for this process; throws a one-line error that names the holder. A new folder has mode 700,
 * because it holds personal data and mails.
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

/** The running stack of this data folder; null when there is none. */
export function readRunningStack(settings: Settings): Promise<{ pid: number; state: StackState } | null> {
  return readLock<StackState>(stackStateFile(settings.dataDir));
}
