import { rmSync } from 'node:fs';

/** Removes the data of the stack under test. */
export default function teardown(): void {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
