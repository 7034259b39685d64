/**
 * `npm run restore -- --from FOLDER`: restores a backup into an empty database, compares each document with the backup,
 * and checks its books. Exits with 1 when nothing was restored, or the books differ.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabaseConfig } from '../platform/config.ts';
import { migrations } from '../migrations/index.ts';
import { restoreBackup } from '../modules/moving/backups/restore.service.ts';
import { verifyLedger } from '../modules/money/charges/verify-ledger.service.ts';
import { printOutcome } from '../run-verification.ts';
import { CommandError, print, runCommand } from '../platform/command.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/logger.ts';
import { thoroughChecks } from '../platform/verification.ts';

function folderOfArguments(): string {
  const usage = new CommandError('Usage: npm run restore -- --from FOLDER', 2);
  try {
    const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;
    if (from) return path.resolve(from);
  } catch {
    throw usage;
  }
  throw usage;
}

runCommand(async () => {
  const startedAt = Date.now();
  const folder = folderOfArguments();
  const { MONGODB_URI, LOG_LEVEL, TIME_ZONE: timeZone } = readDatabaseConfig(process.env);
  await connectDatabase(MONGODB_URI);
  try {
    const { takenDt, collections } = await restoreBackup(folder, {
      migrations,
      logger: createLogger(LOG_LEVEL),
      print,
    });
    const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    print(`Restored: ${documents} documents, as of ${takenDt}, in ${seconds} s. Checking the books …`);
    const outcome = await verifyLedger(thoroughChecks({ doesRepair: false, now: new Date(), timeZone }));
    printOutcome('Ledger', outcome);
    if (!outcome.problems.length) return 0;
    print('The database is identical to the backup, which had these differences.');
    return 1;
  } finally {
    await disconnectDatabase();
  }
});
