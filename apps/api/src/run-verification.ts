import { readConfig } from './platform/config.ts';
import { migrations } from './migrations/index.ts';
import { connectDatabase, disconnectDatabase } from './platform/database.ts';
import { requireKnownMigrations } from './work/migrations.ts';
import { thoroughChecks, type Checks, type Outcome } from './platform/verification.ts';

/** Runs a verifier as a command: `--repair` rewrites what is wrong. Prints the differences; exits with 1 when there are any. */
export async function runVerification(
  name: string,
  verify: (checks: Checks) => Promise<Outcome>,
): Promise<void> {
  const doesRepair = process.argv.includes('--repair');
  const { MONGODB_URI, TIME_ZONE: timeZone } = readConfig(process.env);
  await connectDatabase(MONGODB_URI);
  await requireKnownMigrations(migrations);
  const { checked, problems } = await verify(thoroughChecks({ doesRepair, now: new Date(), timeZone }));
  await disconnectDatabase();
  printOutcome(name, { checked, problems }, doesRepair);
  process.exitCode = problems.length ? 1 : 0;
}

/** Prints the problems that a verifier found, a line each, and what it checked. */
export function printOutcome(name: string, { checked, problems }: Outcome, doesRepair = false): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  const verdict = problems.length
    ? `${problems.length} differences${doesRepair ? ', counts were repaired' : ''}`
    : 'everything agrees';
  process.stdout.write(`${name}: ${counts.join(', ')}: ${verdict}.\n`);
}
