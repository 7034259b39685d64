import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than the work behind it takes, and nothing that a person notices. */
const FLOOR_MS = 150;

/**
 * Gives what the work gives, or throws what it throws, but not before 150 ms: how long it took does not tell whether
 * there was anything to do, as for an e-mail that is known or not.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const floor = sleep(FLOOR_MS);
  try {
    return await work();
  } finally {
    await floor;
  }
}
