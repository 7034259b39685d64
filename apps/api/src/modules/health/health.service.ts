import type { CardProvider } from '../../platform/card-provider.ts';
import { isDatabaseUp, isReplicaSet } from '../../platform/database.ts';
import { pendingMigrations } from '../../platform/migrations.ts';
import { migrations } from '../../migrations/index.ts';

/** What `/ready` answers: each check with `ok`, a note, or `failed: …`. */
export async function readiness(provider: CardProvider): Promise<Record<string, string>> {
  const isProviderReachable = provider.isReachable();
  if (!(await isDatabaseUp()))
    return { database: 'failed: the database does not answer', provider: verdict(await isProviderReachable) };
  const [pending, isSet] = await Promise.all([pendingMigrations(migrations), isReplicaSet()]);
  return {
    database: 'ok',
    replicaSet: isSet ? 'ok' : 'warning: not a replica set; payments need one to survive a lost server',
    migrations: pending.length ? `failed: ${pending.length} to apply` : 'ok',
    provider: verdict(await isProviderReachable),
  };
}

const verdict = (isReachable: boolean) => (isReachable ? 'ok' : 'failed: the card provider does not answer');
