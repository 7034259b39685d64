/**
 * The paths of organizations in their tree, and the scopes of their records: a role counts for an organization and
 * everything below it.
 */
import { ROOT } from '@kinfold/domain/permission';
import { collection, type Session } from './database.ts';

type Placed = { organizationNumber: string; path: string[] };

/** The paths of some organizations (their numbers and those of their ancestors, root first) by number; unknown ones are left out. */
export async function readPaths(
  organizationNumbers: readonly string[],
  session?: Session,
): Promise<Map<string, string[]>> {
  const found = collection<Placed>('organizations').find(
    { organizationNumber: { $in: [...new Set(organizationNumbers)] } },
    { projection: { _id: 0, organizationNumber: 1, path: 1 }, session },
  );
  return new Map((await found.toArray()).map(({ organizationNumber, path }) => [organizationNumber, path]));
}

/**
 * Returns the scopes of some organizations: the numbers at which a role sees their records, `*` and their path. Documents
 * that staff list store theirs, and a list queries for those that contain one of its reader's numbers.
 */
export async function readScopes(
  organizationNumbers: readonly string[],
  session?: Session,
): Promise<(organizationNumber: string) => string[]> {
  const paths = await readPaths(organizationNumbers, session);
  return (organizationNumber) => [ROOT, ...(paths.get(organizationNumber) ?? [])];
}

/** Returns whether an organization is in the scope of a reader. */
export type InScope = (organizationNumber: string) => Promise<boolean>;

/** Returns those of some records whose organization is in a scope, in order; asks once about each organization. */
export async function withinScope<T extends { organizationNumber: string }>(
  records: readonly T[],
  isInScope: InScope,
): Promise<T[]> {
  const isSeen = new Map<string, boolean>();
  for (const { organizationNumber } of records)
    if (!isSeen.has(organizationNumber)) isSeen.set(organizationNumber, await isInScope(organizationNumber));
  return records.filter(({ organizationNumber }) => isSeen.get(organizationNumber));
}

/** The collections whose documents keep their scope. */
export const SCOPED = [
  'audit_entries',
  'claims',
  'death_reports',
  'death_tasks',
  'intake_requests',
  'jobs',
  'money_approvals',
  'payment_disputes',
  'payment_reviews',
  'sign_in_changes',
];

type Scoped = { organizationNumber: string; scope: string[] };

/** The documents of one organization in a collection, found by the index of scopes. */
const ofOrganization = (organizationNumber: string) => ({ scope: organizationNumber, organizationNumber });

/** Rewrites the scopes of all records of an organization from its place in the tree. */
export async function writeScopes(organizationNumber: string): Promise<void> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  for (const name of SCOPED)
    await collection<Scoped>(name).updateMany(ofOrganization(organizationNumber), { $set: { scope } });
}

/** The number of records of an organization whose scope differs from its place in the tree. */
export async function countStaleScopes(organizationNumber: string): Promise<number> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  const counts = SCOPED.map((name) =>
    collection<Scoped>(name).countDocuments({
      $and: [ofOrganization(organizationNumber), { scope: { $ne: scope } }],
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
