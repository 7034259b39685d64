import { existsSync } from 'node:fs';
import { loadTypeScript } from './load-typescript.mjs';
import { showProgress } from './progress.mjs';
import { Failure, lastLines, run, tool } from './run.mjs';

async function isThere() {
  const { findChromium } = await loadTypeScript('packages/local-stack/src/chromium.ts');
  if (findChromium()) return true;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

/** Installs Debian's package; returns the output of apt-get. */
async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async () => {
    await run('apt-get', ['update', '--quiet'], { env });
    return run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], { env });
  };
  return (await showProgress(`Installing Chromium (apt-get install ${name})`, apt())).output;
}

/** Ensures a Chromium for the browser tests: the system's, Debian's package, or Playwright's download. */
export async function installChromium() {
  if (await isThere()) return;
  const text = [];
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      text.push(await installPackage(name));
      if (await isThere()) return;
    }
  const download = tool('@playwright/test/cli.js', ['install', 'chromium']);
  text.push((await showProgress('Installing Chromium (playwright install chromium)', download)).output);
  if (await isThere()) return;
  throw new Failure(
    `${text.map((output) => lastLines(output, 5)).join('\n')}\n\nThe browser tests need Chromium, which could not be installed. Install it, or set CHROMIUM_PATH.`,
  );
}
