import { findOnPath } from './processes.ts';

/** The system's Chromium or Chrome for the browser tests: CHROMIUM_PATH, or the first on PATH; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  for (const name of [
    // Without windows, a test takes two thirds of the time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ]) {
    const path = findOnPath(name, env);
    if (path) return path;
  }
  return null;
}

/** How tests and benchmarks launch Chromium: as root in a container, and without what it does by itself. */
export function chromiumLaunch(): { executablePath?: string; args: string[] } {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
