/**
 * `npm run bench -- backup [N]`: backs up a database of at least N donations (default 10,000) and restores it into an
 * empty one; prints the time of each, the size, and the peak memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { table } from './lib/stats.ts';

const MB = 1024 * 1024;

/** Runs a command of the API; returns its seconds, its peak memory in MB, and its output. */
async function run(name: string, args: readonly string[], env: Record<string, string>) {
  const program = path.resolve(import.meta.dirname, `../apps/api/dist/${name}.js`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  let mostMb = 0;
  const measure = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      mostMb = Math.max(mostMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended.
    }
  }, 50);
  await once(child, 'close');
  clearInterval(measure);
  if (child.exitCode !== 0) throw new Error(`${name} failed: ${output.slice(-2_000)}`);
  return { seconds: (performance.now() - startedAt) / 1000, mostMb, output };
}

/** Runs it and prints the table. */
export async function benchBackup([wanted = '10000']: readonly string[]): Promise<void> {
  const donations = Number(wanted);
  const stack = await startStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-bench-backup-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  print('Making the data …');
  // Somewhat more than one per member: four runs, in which most households owe dues.
  await stack.runCommand('seed', '--members', String(donations), '--seed', '7');
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  const made = await collection('donations').countDocuments();
  const to = path.join(folder, 'backup');
  const backup = await run('backup', ['--to', to], stack.environment);
  const files = readdirSync(to).map((name) => statSync(path.join(to, name)).size);
  const packedMb = files.reduce((sum, size) => sum + size, 0) / MB;
  const restored = new URL(stack.databaseUri);
  restored.pathname += '_restored';
  atEnd(async () => {
    await disconnectDatabase();
    await (await connectDatabase(restored.href)).dropDatabase();
  });
  const restore = await run('restore', ['--from', to], { ...stack.environment, MONGODB_URI: restored.href });
  print(`Database: ${stack.databaseKind}. ${made} donations; ${packedMb.toFixed(1)} MB packed.\n`);
  const line = (name: string, { seconds, mostMb }: { seconds: number; mostMb: number }) => [
    name,
    seconds.toFixed(1),
    String(Math.round(made / seconds)),
    mostMb.toFixed(0),
  ];
  print(
    table(
      ['', 'seconds', 'donations a second', 'peak memory, MB'],
      [line('backed up', backup), line('restored, compared, books checked', restore)],
    ),
  );
  print(`\n${backup.output.trim()}\n${restore.output.split('\n').slice(-3).join('\n').trim()}`);
}
