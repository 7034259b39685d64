import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testWorkers } from './packages/local-stack/src/vitest-databases.ts';

// Tests do not depend on the machine's zone; TZ chooses another one.
process.env['TZ'] ??= 'UTC';

/** Times in ms: they end what hangs, and how fast a machine is decides nothing. */
const common = {
  // Common imports are loaded once per worker. So no module is mocked; spies end with their test.
  isolate: false,
  restoreMocks: true,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

/** A project whose tests run in node and need nothing. */
function node(name: string, folder: string, sources = 'src') {
  return {
    test: {
      name,
      root: folder,
      include: [`${sources}/**/*.test.ts`],
      environment: 'node' as const,
      ...common,
    },
  };
}

/** The files that take longest, the longest first. */
const LONGEST = [
  'moving/imports/import.test.ts',
  'http/authorization.test.ts',
  'money/charges/crashes.test.ts',
  'moving/imports/import-attacks.test.ts',
  'moving/backups/backups.test.ts',
  'money/autopay/autopay.test.ts',
  'database/start-database.test.ts',
  'money/charges/refunds.test.ts',
  'src/outages.test.ts',
  'src/stored-documents.test.ts',
];

/** Begins with the files that take longest, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((one, another) => place(one) - place(another));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Two cores: more workers only wait for each other.
    maxWorkers: testWorkers,
    projects: [
      node('domain', 'packages/domain'),
      node('stripe-sandbox', 'packages/stripe-sandbox'),
      node('bench', 'bench', 'lib'),
      {
        // It would warn that the files below come without their sources.
        logLevel: 'error' as const,
        test: {
          ...node('local-stack', 'packages/local-stack').test,
          // It imports JSON in a way that only bundlers support.
          server: { deps: { inline: [/@actions\/workflow-parser/] } },
        },
      },
      {
        test: {
          ...node('api', 'apps/api').test,
          // A database server for each worker, for the whole run; startTestDatabase() makes a database on it.
          // The programs that tests start as processes are built when their sources have changed.
          globalSetup: [
            'packages/local-stack/src/vitest-databases.ts',
            'apps/api/test/build-programs.ts',
          ].map((file) => fileURLToPath(new URL(file, import.meta.url))),
        },
      },
      {
        // The environment, setup file and pattern are the web's own.
        extends: './apps/web/vite.config.ts',
        // A thread starts faster than a process; all files of a thread share its window, which each test leaves empty.
        test: { ...common, name: 'web', root: 'apps/web', pool: 'threads' },
      },
    ],
  },
});
