import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Fixtures } from './apps/web/e2e/fixtures.ts';
import { chromiumLaunch } from './packages/local-stack/src/chromium.ts';

/** The product under test: a stack of its own, on ports and data that a running `npm start` does not use. */
const port = Number(process.env['E2E_PORT'] ?? 18_080);
const dataDir = path.join(tmpdir(), `kinfold-e2e-${process.pid}`);
process.env['E2E_DATA_DIR'] ??= dataDir;

export default defineConfig<Fixtures>({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results/browser',
  globalTeardown: './apps/web/e2e/teardown.ts',
  fullyParallel: true,
  workers: 3,
  // They end what hangs; how fast a machine is decides nothing (CONTRIBUTING.md, "Tests hold on a busy machine").
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch(),
  },
  projects: [
    {
      name: 'phone',
      testIgnore: /(demo|sessions|crash|books)\.spec\.ts/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // What is measured at the narrowest width is measured once, for pages adapt by width alone; so is what happens
      // behind the same forms.
      testIgnore:
        /(crash|books|a11y|a11y-states|large-text|identity|payment-outcomes|keyboard|member-pages|roles|balances|export|connect)\.spec\.ts/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    // What measures words, targets and sideways scrolling holds where the typeface does not come (docs/decisions/040).
    {
      name: 'without-fonts',
      testMatch: /(a11y|a11y-states|large-text|overview)\.spec\.ts/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, hasFonts: false },
    },
    // Alone: it kills the API that the others use.
    { name: 'crash', testMatch: /crash\.spec\.ts/, dependencies: ['phone', 'desktop', 'without-fonts'] },
    { name: 'books', testMatch: /books\.spec\.ts/, dependencies: ['crash'] },
  ],
  webServer: {
    command: 'node scripts/start.mjs',
    env: {
      PORT: String(port),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      SANDBOX_PORT: String(port + 100),
      EXTERNAL_REF_URL: 'https://invoices.example.test/open?ref={ref}',
    },
    wait: { stdout: /Ready/ },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  },
});
