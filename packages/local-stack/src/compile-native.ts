// npm run db:native: compiles SecantusDB's native server into the cache, for benchmarks and load tests. Takes minutes.
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { nativeFolder, nativeVersion } from './database/secantus-native.ts';
import { withLock } from './lock.ts';
import { printLine } from './log.ts';
import { childExit, findOnPath, runProgram } from './processes.ts';

async function compile(): Promise<string | null> {
  for (const program of ['cargo', 'cmake', 'cc']) {
    if (!findOnPath(program)) return `db:native needs ${program} on PATH.`;
  }
  const folder = nativeFolder(cacheFolder());
  const partial = `${folder}.partial`;
  // Cargo keeps compiled crates in `target`, so that an interrupted run can be continued.
  const cargo = spawn(
    'cargo',
    [
      ...['install', 'secantus-mdb', '--version', nativeVersion, '--locked', '--ignore-rust-version'],
      ...['--root', partial, '--target-dir', join(cacheFolder(), 'secantusd-rs-target'), '--force'],
    ],
    { stdio: 'inherit' },
  );
  await childExit(cargo);
  if (cargo.exitCode !== 0) return 'cargo could not compile it; its messages are above.';
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  rmSync(join(cacheFolder(), 'secantusd-rs-target'), { recursive: true, force: true });
  const { output } = await runProgram(join(folder, 'bin', 'secantusd-rs'), ['--version']);
  printLine(`${output} is in ${folder}; npm start and npm test use it from now on.`);
  return null;
}

mkdirSync(cacheFolder(), { recursive: true });
const problem = await withLock(
  join(cacheFolder(), 'secantusd-rs.lock'),
  () => printLine('Waiting for another process that compiles it.'),
  compile,
);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
