import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUARDS } from './guards.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the guards that mutants switch off', () => {
  it.each(GUARDS)('$name: stands exactly once where the list says, with tests that exist', (guard) => {
    const { file, find, replace, tests } = guard;
    expect(readFileSync(path.join(root, file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((test) => !existsSync(path.join(root, test)))).toEqual([]);
  });

  it('have a name each', () => {
    expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length);
  });
});
