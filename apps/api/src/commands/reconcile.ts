/** `npm run reconcile`: compares the card provider's last 35 days with the ledger, and books what the ledger lacks. */
import { createDeps } from '../deps.ts';
import { migrations } from '../migrations/index.ts';
import { differenceLine, reconcile } from '../modules/money/charges/reconcile.service.ts';
import { print, runCommand } from '../platform/command.ts';
import { readConfig } from '../platform/config.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { requireKnownMigrations } from '../work/migrations.ts';

runCommand(async () => {
  const config = readConfig(process.env);
  await connectDatabase(config.MONGODB_URI);
  await requireKnownMigrations(migrations);
  const { checked, differences } = await reconcile(createDeps(config));
  await disconnectDatabase();
  for (const difference of differences) print(differenceLine(difference, config.CURRENCY));
  const left = differences.filter(({ isRepaired }) => !isRepaired).length;
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  print(`Reconciliation: ${counts.join(', ')}: ${left ? `${left} differences` : 'everything agrees'}.`);
  return left ? 1 : 0;
});
