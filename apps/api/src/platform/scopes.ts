/**
 * Where organizations stand in their tree, and whose roles see what belongs to them: a role holds for an organization and
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
 * Looks up the scopes of some organizations: the numbers at which a role sees what belongs to them, `*` and their path.
 * Documents that staff list keep theirs, and a list asks for those with one of its reader's numbers in it.
 */
export async function readScopes(
  organizationNumbers: readonly string[],
  session?: Session,
): Promise<(organizationNumber: string) => string[]> {
  const paths = await readPaths(organizationNumbers, session);
  return (organizationNumber) => [ROOT, ...(paths.get(organizationNumber) ?? [])];
}

/** The collections whose documents keep their scope. */
export const SCOPED = [
  'audit_entries',
  'death_reports',
  'death_tasks',
  'intake_requests',
  'jobs',
  'payment_reviews',
];

type Scoped = { organizationNumber: string; scope: string[] };

/** The documents of one organization in a collection: an index of their scopes has them. */
const ofOrganization = (organizationNumber: string) => ({ scope: organizationNumber, organizationNumber });

/** Writes the scope of all that belongs to an organization as its place in the tree says. */
export async function writeScopes(organizationNumber: string): Promise<void> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  for (const name of SCOPED)
    await collection<Scoped>(name).updateMany(ofOrganization(organizationNumber), { $set: { scope } });
}

/** How much of what belongs to an organization has another scope than its place in the tree says. */
export async function countStaleScopes(organizationNumber: string): Promise<number> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  const counts = SCOPED.map((name) =>
    collection<Scoped>(name).countDocuments({
      $and: [ofOrganization(organizationNumber), { scope: { $ne: scope } }],
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
