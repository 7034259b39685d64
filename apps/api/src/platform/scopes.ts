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
type OfFund = Scoped & { _id: string; fundOrganizationNumber: string; fundScope: string[] };
type Sides = Pick<OfFund, 'organizationNumber' | 'fundOrganizationNumber'>;

/** Returns the scopes of records of members and funds: of both organizations, and of the fund's alone. */
export async function readFundScopes(
  records: readonly Sides[],
): Promise<(record: Sides) => Pick<OfFund, 'scope' | 'fundScope'>> {
  const scopeOf = await readScopes(
    records.flatMap(({ organizationNumber, fundOrganizationNumber }) => [
      organizationNumber,
      fundOrganizationNumber,
    ]),
  );
  return ({ organizationNumber, fundOrganizationNumber }) => {
    const fundScope = scopeOf(fundOrganizationNumber);
    return { scope: [...new Set([...scopeOf(organizationNumber), ...fundScope])], fundScope };
  };
}

/** The claims of an organization's members and of its funds whose scopes differ from the tree, with what they should be. */
async function staleClaims(organizationNumber: string) {
  const either = [{ organizationNumber }, { fundOrganizationNumber: organizationNumber }];
  const projection = { organizationNumber: 1, fundOrganizationNumber: 1, scope: 1, fundScope: 1 };
  const found = await collection<OfFund>('claims')
    .find({ scope: organizationNumber, $or: either }, { projection })
    .toArray();
  const scopesOf = await readFundScopes(found);
  return found
    .map(({ _id, scope, fundScope, ...sides }) => ({
      _id,
      stored: { scope, fundScope },
      scopes: scopesOf(sides),
    }))
    .filter(({ stored, scopes }) => JSON.stringify(stored) !== JSON.stringify(scopes));
}

/** The collections that are rewritten by their organization alone. */
const OF_ONE = SCOPED.filter((name) => name !== 'claims');

/** The documents of one organization in a collection, found by the index of scopes. */
const ofOrganization = (organizationNumber: string) => ({ scope: organizationNumber, organizationNumber });

/** Rewrites the scopes of all records of an organization from its place in the tree. */
export async function writeScopes(organizationNumber: string): Promise<void> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  for (const name of OF_ONE)
    await collection<Scoped>(name).updateMany(ofOrganization(organizationNumber), { $set: { scope } });
  for (const { _id, scopes } of await staleClaims(organizationNumber))
    await collection<OfFund>('claims').updateOne({ _id }, { $set: scopes });
}

/** The number of records of an organization whose scope differs from its place in the tree. */
export async function countStaleScopes(organizationNumber: string): Promise<number> {
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  const counts = OF_ONE.map((name) =>
    collection<Scoped>(name).countDocuments({
      $and: [ofOrganization(organizationNumber), { scope: { $ne: scope } }],
    }),
  );
  const claims = await staleClaims(organizationNumber);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, claims.length);
}
