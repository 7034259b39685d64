import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSeedArguments, UsageError } from './seed-arguments.ts';

it.each([
  [[], undefined],
  [['--if-empty'], undefined],
  [['--members', '100'], { members: 100, seed: 1 }],
  [['--members=100', '--seed', '7'], { members: 100, seed: 7 }],
])('%j means %j', (args, meant) => {
  expect(readSeedArguments(args)).toEqual(meant);
});

it.each([
  [['--bogus']],
  [['bogus']],
  [['--members']],
  [['--members', '0']],
  [['--members', '-5']],
  [['--members', '1.5']],
  [['--members', '100', '--seed', 'seven']],
])('%j is answered with how to call it', (args) => {
  expect(() => readSeedArguments(args)).toThrow(UsageError);
});

it('ends the command with one line and code 2', () => {
  const command = fileURLToPath(new URL('../commands/seed.ts', import.meta.url));
  const ended = spawnSync(process.execPath, ['--import', 'tsx', command, '--bogus'], { encoding: 'utf8' });
  expect(ended.stderr).toMatch(/^Usage: npm run seed .*\n$/);
  expect(ended.stdout).toBe('');
  expect(ended.status).toBe(2);
});
