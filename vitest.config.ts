import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testWorkers } from './packages/local-stack/src/vitest-databases.ts';

/** A project whose tests run in node and need nothing. */
function node(name: string, folder: string) {
  return { test: { name, root: folder, include: ['src/**/*.test.ts'], environment: 'node' as const } };
}

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: testWorkers,
    projects: [
      node('domain', 'packages/domain'),
      node('stripe-sandbox', 'packages/stripe-sandbox'),
      {
        test: {
          ...node('local-stack', 'packages/local-stack').test,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...node('api', 'apps/api').test,
          // A database server for each worker, for the whole run; startTestDatabase() makes a database on it.
          globalSetup: [
            fileURLToPath(new URL('packages/local-stack/src/vitest-databases.ts', import.meta.url)),
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The environment, setup file and pattern are the web's own.
        extends: './apps/web/vite.config.ts',
        test: { name: 'web', root: 'apps/web', testTimeout: 20_000 },
      },
    ],
  },
});
