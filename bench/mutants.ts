/**
 * `npm run mutants`: mutation tests of money. Removes each guard of `lib/guards.txt` in turn, in a copy of the
 * repository, and runs the tests that must fail. If they pass, the mutant has survived and the exit code is 1. `-- TEXT
 * …` runs only the guards whose names contain one of the texts.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { readGuards } from './lib/guards.ts';
import { atEnd, print, runProgram } from './lib/program.ts';

const root = path.resolve(import.meta.dirname, '..');
/** The parts of the repository that `vitest --project api` reads, with what builds the programs that its tests run. */
const COPIED = [
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'apps/api',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/entry-pages.ts',
  'packages',
  'scripts',
];

function copyRepository(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'kinfold-mutants-'));
  atEnd(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of COPIED)
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist)$/.test(source),
    });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  mkdirSync(path.join(copy, 'test-results'));
  return copy;
}

type Result = { code: number | null; failures: string[]; message: string };

type VitestReport = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

function runTests(copy: string, files: readonly string[]): Promise<Result> {
  const report = path.join(copy, 'test-results', 'mutant.json');
  rmSync(report, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'api', '--bail', '1', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, ...args, ...files], { cwd: copy, stdio: 'pipe' });
  atEnd(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const message = output.trim().split('\n').slice(-15).join('\n');
      let failures: string[] = [];
      try {
        const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
        failures = testResults.flatMap(({ assertionResults }) =>
          assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        );
      } catch {
        // vitest wrote no results; its output says why.
      }
      resolve({ code, failures, message });
    });
  });
}

await runProgram(async () => {
  // Low priority, which the tests inherit.
  setPriority(10);
  const wanted = process.argv.slice(2);
  const guards = readGuards().filter(
    ({ name }) => !wanted.length || wanted.some((text) => name.includes(text)),
  );
  const copy = copyRepository();

  print(`${guards.length} guards. First the unchanged tests, which must pass.`);
  const sound = await runTests(copy, [...new Set(guards.flatMap(({ tests }) => tests))]);
  if (sound.code !== 0) {
    print(`They fail without any mutant: ${sound.failures.join('; ') || sound.message}`);
    return 1;
  }

  let survivors = 0;
  for (const guard of guards) {
    const startedAt = Date.now();
    const file = path.join(copy, guard.file);
    const original = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      original.replace(guard.find, () => guard.replace),
    );
    const { code, failures, message } = await runTests(copy, guard.tests);
    writeFileSync(file, original);
    const isKilled = failures.length > 0;
    if (!isKilled) survivors += 1;
    const verdict = isKilled ? 'killed  ' : code === 0 ? 'SURVIVED' : 'BROKEN  ';
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
    print(`${verdict} ${seconds} s  ${guard.name}`);
    if (isKilled) print(`                 by: ${failures[0]}`);
    else if (code !== 0) print(message);
  }
  print(`${guards.length - survivors} of ${guards.length} guards are covered by a test.`);
  return survivors === 0 ? 0 : 1;
});
