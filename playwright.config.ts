import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Fixtures } from './apps/web/e2e/fixtures.ts';
import { chromiumLaunch } from './packages/local-stack/src/chromium.ts';
import { withDatabase } from './packages/local-stack/src/database/database-name.ts';
import { disposableFolder } from './packages/local-stack/src/disposable-folder.ts';

/** The product under test: a stack of its own, on ports and data that a running `npm start` does not use. */
const port = Number(process.env['E2E_PORT'] ?? 18_080);
const dataDir = path.join(disposableFolder(), `kinfold-e2e-${process.pid}`);
process.env['E2E_DATA_DIR'] ??= dataDir;

/** Every setting, as not set: what .env or this machine's environment says is not what is tested. */
const noSettings = Object.fromEntries(
  [...readFileSync(path.join(import.meta.dirname, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm)].map(
    ([, name = '']) => [name, ''],
  ),
);
/** MONGODB_URI of the environment, as for the API's tests: a database of this run on that server, never the one it names. */
const server = process.env['MONGODB_URI'];
if (server && !process.env['E2E_MONGODB_URI'])
  process.env['E2E_MONGODB_URI'] = withDatabase(server, `kinfold_e2e_${process.pid}`);
const settings: Record<string, string> = {
  ...noSettings,
  PORT: String(port),
  DATA_DIR: process.env['E2E_DATA_DIR'],
  SANDBOX_PORT: String(port + 100),
  EXTERNAL_REF_URL: 'https://invoices.example.test/open?ref={ref}',
  MONGODB_URI: process.env['E2E_MONGODB_URI'] ?? '',
};
// Commands started by specs use them too.
Object.assign(process.env, settings);

export default defineConfig<Fixtures>({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results/browser',
  globalTeardown: './apps/web/e2e/teardown.ts',
  fullyParallel: true,
  workers: 3,
  // They only end tests that hang: no result depends on speed (CONTRIBUTING.md, "Tests pass on a busy machine").
  timeout: 300_000,
  // For a browser or a server that stood still alone (`secondTry`).
  retries: 1,
  // A page has been seen to get no frames for a minute, and then to go on.
  expect: { timeout: 150_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    // The product's dates are days in its own zone, its numbers those of its language: not this machine's.
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch(),
  },
  projects: [
    {
      name: 'phone',
      // The widest letters decide whether large text fits: see `without-fonts`.
      testIgnore: /(demo|sessions|crash|fund|large-text|families|deaths)\.spec\.ts/,
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    // What measures words, targets and sideways scrolling holds where the typeface does not come (docs/decisions/040).
    // Before the many short journeys: no worker is left alone with a long one at the end.
    {
      name: 'without-fonts',
      testMatch: /(a11y|a11y-states|large-text|overview)\.spec\.ts/,
      // A page that waits, is empty or refused has the headings and buttons of the full one, and one notice for all pages.
      grepInvert: /@phone|every page of (members|staff), (loading|empty|error|forbidden)/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, hasFonts: false },
    },
    {
      name: 'desktop',
      // Pages adapt by width alone, and a11y.spec.ts opens every page as wide as a desk. Here are what differs on a wide
      // screen (tools, filters, columns, the whole bar), journeys of people at a desk, and those that follow people from
      // end to end at both sizes (widow, claim, office-money, month). Otherwise a journey runs in one size: in a file
      // that both sizes run, `@phone` or `@desktop` ends the title of a test that one of them runs.
      testMatch:
        /(demo|sessions|fund|paying|staff|staff-home|members|memberships|organizations|runs|campaigns|households|deaths|families|office-money|month|widow|claim|funds)\.spec\.ts/,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    // Last and alone: it kills the API that the others use, and then looks at the books of all journeys.
    { name: 'crash', testMatch: /crash\.spec\.ts/, dependencies: ['phone', 'desktop', 'without-fonts'] },
  ],
  webServer: {
    command: 'node scripts/start.mjs',
    env: settings,
    wait: { stdout: /Ready/ },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  },
});
