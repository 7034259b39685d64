import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build.mjs';
import { bundleReport } from './bundle-budget.mjs';
import { root, tool } from './run.mjs';
import { sheetReport } from './sheet-check.mjs';

/**
 * TypeScript programs: all code without DOM types is one, which is faster than one per package; the web is the other.
 * TypeScript 7 checks them in less than half of the time of 6, which dependency-cruiser still needs for its API; with
 * one thread in half of the work, because several check the same types again.
 */
const programs = ['.', 'apps/web'];
/** The vitest projects that need no database. */
const unitProjects = ['domain', 'stripe-sandbox', 'bench', 'web'];
const unitResults = join(root, 'test-results', 'unit.json');

/**
 * Runs vitest projects; the results are also written to a file, for the last line of `npm test`. Output of passing
 * tests is shown only on a terminal: in a log, the failures come first.
 */
export function vitest(projects, resultFile, options = {}) {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const args = ['run', ...projects.flatMap((name) => ['--project', name])];
  const shown = options.isShown && process.stdout.isTTY ? 'default' : 'minimal';
  const reporters = [`--reporter=${shown}`, '--reporter=json', `--outputFile.json=${resultFile}`];
  return tool('vitest/vitest.mjs', [...args, ...reporters], options);
}

/** Its type checker has one thread, as in `types`: other steps have the other cores. */
const lint = () =>
  tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'], {
    env: { ...process.env, GOMAXPROCS: '1' },
  });

async function types() {
  const results = [];
  for (const program of programs)
    results.push(await tool('typescript-7/bin/tsc', ['--project', program, '--singleThreaded']));
  const failed = results.filter((result) => result.code !== 0);
  return { code: failed.length ? 1 : 0, output: failed.map((result) => result.output).join('\n') };
}

/** Also fails if dependency-cruiser found no modules, which it reports as success (with an unsupported TypeScript). */
async function boundaries() {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'apps', 'packages'];
  const { output } = await tool('dependency-cruiser/bin/dependency-cruise.mjs', args);
  let summary;
  try {
    summary = JSON.parse(output.slice(output.indexOf('{'))).summary;
  } catch {
    return { code: 1, output };
  }
  const lines = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.severity} ${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`,
  );
  const isBlind = summary.totalCruised < 20 || summary.totalDependenciesCruised < 20;
  if (isBlind)
    lines.push(`dependency-cruiser found only ${summary.totalCruised} modules: the check proves nothing.`);
  return { code: summary.error > 0 || isBlind ? 1 : 0, output: lines.join('\n') };
}

/** Builds the web and checks sizes, syntax and sheets of what was built. */
export async function bundle() {
  await buildWeb();
  const [sizes, sheets] = [await bundleReport(), sheetReport()];
  return {
    code: sizes.code || sheets.code,
    output: [sizes.output, sheets.output].filter(Boolean).join('\n'),
  };
}

/**
 * The steps of `npm run check`: first those that read the code, then those that run it. The steps of a group run in
 * parallel. A step resolves to `{ code, output }`.
 */
const checkSteps = [
  [
    { name: 'format', run: () => tool('oxfmt/bin/oxfmt', ['--check']) },
    { name: 'lint', run: lint },
    { name: 'types', run: types },
    { name: 'boundaries', run: boundaries },
    { name: 'dead code', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
  ],
  [
    { name: 'unit tests', run: () => vitest(unitProjects, unitResults) },
    { name: 'bundle', run: bundle },
  ],
];

/** Runs all steps; prints a line for each and the output of those that fail. Returns the result of each. */
export async function runChecks() {
  const results = [];
  for (const group of checkSteps) {
    await Promise.all(
      group.map(async ({ name, run }) => {
        const startedAt = Date.now();
        const { code, output } = await run().catch((error) => ({ code: 1, output: error.message }));
        const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
        process.stdout.write(
          `${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}${seconds.padStart(6)} s\n`,
        );
        if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
        results.push({ name, ok: code === 0 });
      }),
    );
  }
  return results;
}

/**
 * The counts of a result file of vitest: passed and skipped tests, and the names of those that failed. A missing file
 * is a failure, because then vitest did not complete.
 */
export function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failures: [`${file} was not written`], skipped: 0 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const failures = result.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      // A file that cannot be loaded has no failed tests: counts as one failure.
      return tests.length ? tests.map(({ fullName }) => `${name} › ${fullName}`) : [name];
    });
  return {
    passed: result.numPassedTests,
    failures: failures.map((failure) => failure.replace(`${root}/`, '')),
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  };
}

/** The counts of the unit tests of `runChecks`. */
export function unitCounts() {
  return vitestCounts(unitResults);
}
