import { isTestPayments } from '../../../platform/config.ts';
import { withTimeout } from '../../../platform/timeout.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isReplicaSet, pingDatabase } from '../../../platform/database.ts';
import { pendingMigrations } from '../../../work/migrations.ts';
import { isWorking } from '../../../work/recurring.ts';
import { isDemoLoaded } from './demo-state.service.ts';

type Checks = Record<string, string>;

const ANSWERS_WITHIN_MS = 4_000;

/** The answer of `/ready`, within 5 s: each check with `ok`, a warning, or `failed: …`. */
export async function readiness(deps: Deps): Promise<Checks> {
  const checks = { provider: provider(deps) };
  try {
    const late = () => new Error('the database does not answer in time');
    return { ...(await withTimeout(ANSWERS_WITHIN_MS, databaseChecks(deps), late)), ...checks };
  } catch {
    return { database: 'failed: the database does not answer', ...checks };
  }
}

async function databaseChecks({ config, migrations }: Deps): Promise<Checks> {
  await pingDatabase();
  const [pending, isSet, hasWorker] = await Promise.all([
    pendingMigrations(migrations),
    isReplicaSet(),
    isWorking(),
  ]);
  return {
    database: 'ok',
    replicaSet: isSet ? 'ok' : 'warning: not a replica set; payments need one to survive a lost server',
    worker: hasWorker ? 'ok' : 'warning: no worker runs; mails and the payment sweep wait for one',
    migrations: pending.length ? `failed: ${pending.length} to apply` : 'ok',
    ...(config.DEMO_DATA && { demoData: (await isDemoLoaded()) ? 'ok' : 'failed: being loaded' }),
  };
}

/** The configured payments. A provider that does not answer is a warning: members can read everything without it. */
function provider({ config, provider: cards, now }: Deps): string {
  if (!cards.isReachable(now())) return 'warning: the card provider does not answer';
  return isTestPayments(config) ? 'ok: test payments' : 'ok';
}
