import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work takes, too short for a person to notice. */
const FLOOR_MS = 150;

/**
 * Runs `work` and settles as it does, but not before 150 ms: against timing attacks that reveal, for example, whether an
 * email is registered.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const floor = sleep(FLOOR_MS);
  try {
    return await work();
  } finally {
    await floor;
  }
}
