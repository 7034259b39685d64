import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testWorkers } from './packages/local-stack/src/vitest-databases.ts';

/** In ms. They end what hangs; how fast a machine is decides nothing. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** A project whose tests run in node and need nothing. */
function node(name: string, folder: string) {
  return {
    test: { name, root: folder, include: ['src/**/*.test.ts'], environment: 'node' as const, ...limits },
  };
}

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: testWorkers,
    projects: [
      node('domain', 'packages/domain'),
      node('stripe-sandbox', 'packages/stripe-sandbox'),
      node('local-stack', 'packages/local-stack'),
      {
        test: {
          ...node('api', 'apps/api').test,
          // A database server for each worker, for the whole run; startTestDatabase() makes a database on it.
          globalSetup: [
            fileURLToPath(new URL('packages/local-stack/src/vitest-databases.ts', import.meta.url)),
          ],
        },
      },
      {
        // The environment, setup file and pattern are the web's own.
        extends: './apps/web/vite.config.ts',
        // A thread starts faster than a process, and there is one for each file.
        test: { name: 'web', root: 'apps/web', pool: 'threads', ...limits },
      },
    ],
  },
});
