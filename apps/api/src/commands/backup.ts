/**
 * `npm run backup [-- --to FOLDER]`: backs up everything in the database, as of one moment, into a new folder: by default
 * one with the time in its name under `backups` of DATA_DIR. The product keeps running.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabaseConfig } from '../platform/config.ts';
import { writeBackup } from '../modules/moving/backups/backup.service.ts';
import { CommandError, print, runCommand } from '../platform/command.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';

function folderOfArguments(now: Date): string {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    const name = `kinfold-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    return path.resolve(to || path.join(process.env['DATA_DIR'] ?? '.data', 'backups', name));
  } catch {
    throw new CommandError('Usage: npm run backup [-- --to FOLDER]', 2);
  }
}

runCommand(async () => {
  const now = new Date();
  const folder = folderOfArguments(now);
  await connectDatabase(readDatabaseConfig(process.env).MONGODB_URI);
  try {
    const { collections } = await writeBackup(folder, now);
    const all = Object.values(collections);
    const documents = all.reduce((sum, one) => sum + one.documents, 0);
    const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
    print(`Backup: ${documents} documents of ${all.length} collections in ${seconds} s: ${folder}`);
    return 0;
  } finally {
    await disconnectDatabase();
  }
});
