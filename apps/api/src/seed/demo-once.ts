import mongoose from 'mongoose';
import { collection } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { isWithoutOrganizations } from '../modules/organizations/organizations/organization.service.ts';
import { DEMO_LOCK } from '../modules/operations/health/demo-state.service.ts';
import { isLocked, lock, unlock } from '../work/leases.ts';
import { makeDemo } from './demo.ts';

const KEPT = new Set(['migrations', 'leases']);

/** Deletes what an interrupted load left; called only when the database was empty before that load. */
async function emptyCollections(): Promise<void> {
  const found = (await mongoose.connection.db?.listCollections().toArray()) ?? [];
  for (const { name } of found)
    if (!KEPT.has(name) && !name.startsWith('system.')) await collection(name).deleteMany({});
}

/** Creates the demo data in an empty database, or again after an interruption; prints what it does. */
export async function makeDemoOnce(deps: Deps, print: (line: string) => void): Promise<void> {
  if (await isLocked(DEMO_LOCK)) {
    print('Demo data: an earlier load was interrupted; making it again …');
    await emptyCollections();
  } else if (!(await isWithoutOrganizations())) {
    print('Demo data: there is data already, nothing to do.');
    return;
  }
  const now = deps.now();
  await lock(DEMO_LOCK);
  await makeDemo(deps, now, print);
  await unlock(DEMO_LOCK);
  print(`Demo data: done in ${Math.round((deps.now().getTime() - now.getTime()) / 100) / 10} s.`);
}
