/** A database that is being restored is off limits: half of the books would be taken for all of them. */
import { CommandError } from '../platform/command.ts';
import { isLocked, wasLeased } from './leases.ts';

/** Locked from the first write of a restore to the last. */
export const RESTORE_LOCK = 'restore';

/** Throws when a restore into the connected database is in progress or was interrupted. */
export async function requireNoRestore(): Promise<void> {
  if (await isLocked(RESTORE_LOCK))
    throw new CommandError(
      'A restore into this database is under way, or was interrupted: its data is not complete. When no restore runs any more, run the restore again (npm run restore); it starts over.',
    );
}

/** Held by a running restore. It stays with the time at which that ended. */
export const RESTORE_LEASE = 'restoring';

/** Returns whether a restore runs, or ended within the last `ms` milliseconds: no worker can have done its work since. */
export const wasRestored = (ms: number) => wasLeased(RESTORE_LEASE, ms);
