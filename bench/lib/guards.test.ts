import { expect, it } from 'vitest';
import { readGuards } from './guards.ts';

it('the guards of money stand where guards.txt says, each with tests and something else in its place', () => {
  const guards = readGuards();
  expect(guards).toHaveLength(69);
  for (const { name, find, replace, tests } of guards) {
    expect(replace, name).not.toBe(find);
    expect(tests.length, name).toBeGreaterThan(0);
  }
});
