import { fileURLToPath } from 'node:url';
import { findOnPath } from './processes.ts';

/** The system's Chromium or Chrome for the browser tests: CHROMIUM_PATH, or the first on PATH; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  for (const name of [
    // A test without windows takes two thirds of the time.
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

/**
 * How tests and benchmarks launch Chromium: as root in a container, without its background services, and on Linux with
 * the fonts of the repository (`fonts.conf`), whichever the machine has.
 */
export function chromiumLaunch(): { executablePath?: string; args: string[]; env: NodeJS.ProcessEnv } {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('../fonts.conf', import.meta.url)) },
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
