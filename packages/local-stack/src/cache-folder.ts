import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where downloads are kept, outside the checkout, so that every clone on a machine shares them. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinfold');
}
