// npm test: everything. Closes with one line, 'N passed, N failed'.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { runChecks, unitCounts, vitest, vitestCounts } from './lib/check-steps.mjs';
import { installChromium } from './lib/chromium.mjs';
import { install } from './lib/install.mjs';
import { main, root, stopOnSignals, tool } from './lib/run.mjs';

const results = join(root, 'test-results');
const counts = { passed: 0, failed: 0, skipped: 0 };

function add({ passed = 0, failed = 0, skipped = 0 }) {
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
}

/** What a runner counted; when it ended badly without a failed test, that is one failure. */
function addRunner(code, counted) {
  add(code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted);
}

function browserCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function title(text) {
  process.stdout.write(`\n== ${text} ==\n`);
}

/** A step that could not be done at all is a failure; the rest still runs. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    add({ failed: 1 });
  }
}

await main(async () => {
  stopOnSignals();
  await install();
  rmSync(results, { recursive: true, force: true });

  title('npm run check');
  for (const { ok } of await runChecks()) add(ok ? { passed: 1 } : { failed: 1 });
  add(unitCounts());

  title('API and local stack, against a database server');
  const databaseResults = join(results, 'database.json');
  await attempt(async () => {
    const { code } = await vitest(['api', 'local-stack'], databaseResults, { isShown: true });
    addRunner(code, vitestCounts(databaseResults));
  });

  title('Browser');
  const browserResults = join(root, 'playwright-report', 'results.json');
  rmSync(browserResults, { force: true });
  await attempt(async () => {
    await installChromium();
    await buildAll();
    const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
      isShown: true,
      // Playwright empties test-results when it starts.
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
    });
    addRunner(code, browserCounts(browserResults));
  });

  const { passed, failed, skipped } = counts;
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
});
