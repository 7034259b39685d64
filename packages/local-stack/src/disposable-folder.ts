import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux keeps what is in it in memory. */
const MEMORY = '/dev/shm';
/** Four times what the databases of a test run write. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * The folder for data that goes with a test run: in memory where there is room, for a database waits for the disk at
 * each write.
 */
export function disposableFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM_BYTES) return MEMORY;
  } catch {
    // Another system, or a container without it.
  }
  return tmpdir();
}
