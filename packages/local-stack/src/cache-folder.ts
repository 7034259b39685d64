import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of downloads, outside the checkout, so that all clones on a machine share it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinfold');
}
