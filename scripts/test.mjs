// npm test: all checks and tests. The last line is 'N passed, N failed'. `npm run test:api` and `npm run test:browser`
// are its parts with a database and with a browser. With MONGODB_URI they use that server, with their own databases.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { runChecks, unitCounts, vitest, vitestCounts } from './lib/check-steps.mjs';
import { installChromium } from './lib/chromium.mjs';
import { install } from './lib/install.mjs';
import { loadTypeScript } from './lib/load-typescript.mjs';
import { Failure, main, root, stopOnSignals, tool } from './lib/run.mjs';

const results = join(root, 'test-results');
/** The port of the product under test, or the next free one. */
const E2E_PORT = 18_080;
/** @type {{ passed: number, failures: string[], skipped: number }} */
const counts = { passed: 0, failures: [], skipped: 0 };

function add({ passed = 0, failures = [], skipped = 0 }) {
  counts.passed += passed;
  counts.failures.push(...failures);
  counts.skipped += skipped;
}

/** Adds the counts of a runner; a non-zero exit code without a failed test counts as one failure. */
function addRunner(name, code, counted) {
  add(
    code !== 0 && counted.failures.length === 0
      ? { ...counted, failures: [`${name}: exit ${code}`] }
      : counted,
  );
}

/** The counts of Playwright's report, like vitestCounts. */
function browserCounts(file) {
  if (!existsSync(file)) return { passed: 0, failures: [`${file} was not written`], skipped: 0 };
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  for (const title of titlesOf({ suites }, 'flaky'))
    process.stdout.write(`passed at the second try, after browser or server had stood still: ${title}\n`);
  const failures = titlesOf({ suites }, 'unexpected');
  for (const page of failures.length ? failedPages(suites) : []) process.stdout.write(`\n${page}\n`);
  return { passed: stats.expected + stats.flaky, failures, skipped: stats.skipped };
}

/** What the pages of failed tests showed at that moment, as Playwright describes it: on another machine, all that is left of them. */
function failedPages(suites) {
  return suites.flatMap(({ suites: nested = [], specs = [] }) => [
    ...failedPages(nested),
    ...specs
      .flatMap(({ tests }) => tests)
      .filter(({ status }) => status === 'unexpected')
      .flatMap(({ results: [first] }) => first?.attachments ?? [])
      .filter(({ name, path }) => name === 'error-context' && existsSync(path))
      .map(({ path }) => readFileSync(path, 'utf8').split('# Test source')[0].slice(0, 6_000)),
  ]);
}

/** The titles of the tests with a status. */
function titlesOf({ title = '', suites = [], specs = [] }, wanted) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `[${projectName}] ${spec.title}`),
  );
  const nested = suites.flatMap((suite) => titlesOf(suite, wanted));
  return [...own, ...nested].map((found) => (title ? `${title} › ${found}` : found));
}

function title(text) {
  process.stdout.write(`\n== ${text} ==\n`);
}

/** Runs a step; an error counts as a failure, and the other steps still run. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    add({ failures: [error.message] });
  }
}

async function checks() {
  title('npm run check');
  for (const { name, ok } of await runChecks()) add(ok ? { passed: 1 } : { failures: [name] });
  add(unitCounts());
}

async function api() {
  title('API and local stack, against a database server');
  const databaseResults = join(results, 'database.json');
  const { code } = await vitest(['api', 'local-stack'], databaseResults, { isShown: true });
  addRunner('API', code, vitestCounts(databaseResults));
}

async function browser() {
  title('Browser');
  const browserResults = join(root, 'playwright-report', 'results.json');
  rmSync(browserResults, { force: true });
  await installChromium();
  await buildAll();
  const { findFreePort } = await loadTypeScript('packages/local-stack/src/ports.ts');
  const port = process.env.E2E_PORT ?? String(await findFreePort(E2E_PORT));
  const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
    isShown: true,
    // Playwright empties test-results when it starts.
    env: { ...process.env, E2E_PORT: port, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
  });
  addRunner('Browser', code, browserCounts(browserResults));
}

const parts = { checks, api, browser };

await main(async () => {
  stopOnSignals();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length)
    throw new Failure(`Unknown part: ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}.`);
  await install();
  rmSync(results, { recursive: true, force: true });
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const startedAt = Date.now();
    await attempt(run);
    process.stdout.write(`${name}: ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes\n`);
  }

  const { passed, failures, skipped } = counts;
  // Repeated at the end, after the long output.
  process.stdout.write(['', ...failures.map((failure) => `failed: ${failure}`), ''].join('\n'));
  process.stdout.write(
    `${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
});
