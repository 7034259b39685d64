import { findOnPath } from './processes.ts';

/** The system's Chromium or Chrome for the browser tests: CHROMIUM_PATH, or the first on PATH; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']) {
    const path = findOnPath(name, env);
    if (path) return path;
  }
  return null;
}
