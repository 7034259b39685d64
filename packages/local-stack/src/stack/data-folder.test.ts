import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeDataFolder } from './data-folder.ts';
import { readSettings } from './settings.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kinfold-data-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);
const take = async (dataDir: string) => {
  const lock = await takeDataFolder({ ...readSettings(parent), dataDir }, 'a test');
  lock.release();
};

it('makes the data folder for its owner alone', async () => {
  const dataDir = join(parent, 'data');
  await take(dataDir);
  expect(modeOf(dataDir)).toBe('700');
});

it('leaves a folder that is there as it is', async () => {
  chmodSync(parent, 0o755);
  await take(parent);
  expect(modeOf(parent)).toBe('755');
});
