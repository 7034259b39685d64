import { rmSync } from 'node:fs';
import { connectDatabase, disconnectDatabase } from '../../api/src/platform/database.ts';

/** Removes the data of the stack under test: its folder, and its database on the server of MONGODB_URI. */
export default async function teardown(): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  const uri = process.env['E2E_MONGODB_URI'];
  if (!uri) return;
  const connection = await connectDatabase(uri);
  await connection.dropDatabase();
  await disconnectDatabase();
}
