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
