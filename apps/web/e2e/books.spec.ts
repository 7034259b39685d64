import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';

// Runs after every other journey.
test('after all of it, the ledger agrees with everything that is folded from it', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/command.mjs', 'verify-ledger'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] },
  });
  expect({ printed: `${stdout}${stderr}`, status }).toEqual({
    printed: expect.stringContaining('everything agrees'),
    status: 0,
  });
});
