import { expect, it } from 'vitest';
import { runProgram } from '../../test/processes.ts';
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

it('ends the command with one line and code 2', async () => {
  expect(await runProgram('seed', ['--bogus'], {}).ended).toEqual({
    code: 2,
    said: expect.stringMatching(/^Usage: npm run seed .*\n$/) as string,
  });
});
