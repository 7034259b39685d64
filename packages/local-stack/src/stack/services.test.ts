import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiEnvironment } from './services.ts';
import { readSettings } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinfold-services-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with HOST=%s the API listens on %s', (host, listensOn) => {
  vi.stubEnv('HOST', host);
  const settings = { ...readSettings(folder), dataDir: folder };
  const addresses = { databaseUri: null, sandbox: null, mails: null };
  expect(apiEnvironment(settings, addresses, 8080).HOST).toBe(listensOn);
});
