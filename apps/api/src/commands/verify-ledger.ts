/** `npm run verify-ledger [-- --repair]`: checks the money, and says what differs. Exits 1 when something does. */
import { readConfig } from '../config.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { verifyLedger } from '../modules/payments/verify.service.ts';

const doesRepair = process.argv.includes('--repair');
await connectDatabase(readConfig(process.env).MONGODB_URI);
const report = await verifyLedger({ doesRepair, now: new Date() });
await disconnectDatabase();

for (const problem of report.problems) process.stdout.write(`${problem}\n`);
const { payments, entries, donations } = report.checked;
const verdict = report.problems.length
  ? `${report.problems.length} differences${doesRepair ? ', projections were rebuilt' : ''}`
  : 'everything agrees';
process.stdout.write(
  `Ledger: ${entries} entries, ${payments} payments, ${donations} donations: ${verdict}.\n`,
);
process.exitCode = report.problems.length ? 1 : 0;
