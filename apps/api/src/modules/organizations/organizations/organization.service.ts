import type { Address } from '@kinfold/domain/address';
import { isPermittedAt, ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import { searchWords } from '@kinfold/domain/search';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict, forbidden, notFound } from '../../../platform/problem.ts';
import { readPaths } from '../../../platform/scopes.ts';
import { searchKeysOf } from '../../../platform/search-keys.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  countChildren,
  countOrganization,
  countOutside,
  estimateOrganizations,
  insertOrganization,
  readByName,
  readLevel,
  readNumbersWithin,
  findOrganization,
  readRows,
  type Counter,
  type Counters,
  type OrganizationRecord,
  type PlacedRowRecord,
} from './organization.model.ts';
import { countGroups } from './group.model.ts';

export {
  findCounters,
  findFirstOrganization,
  findOrganization,
  findOrganizations,
  findWithin,
  hasOrganizationWith,
  membersCounted,
  organizationNumbers,
  setJournalAccounts,
  writeCounters,
} from './organization.model.ts';

export type { Counters, OrganizationRecord };

/** The grant of the policy for an organization. */
export type OrganizationGrant = { organization: OrganizationRecord };

/** The grant for a posted organization: the one to change, or none to create one; and its parent. */
export type OrganizationPostGrant = {
  organization: OrganizationRecord | undefined;
  /** Null for no parent, undefined where that does not change. */
  parentOrganization: string | null | undefined;
};

/** The grant of the policy for lists: the organizations where the permission holds, also below them; `*` for all. */
export type ScopeGrant = { organizationNumbers: readonly string[] };

/** An organization's number and those of all its ancestors; empty when it is unknown. */
export async function organizationPath(organizationNumber: string): Promise<string[]> {
  return (await organizationPaths([organizationNumber]))[0] ?? [];
}

/** The paths of some organizations, in the given order; empty for unknown ones. */
export async function organizationPaths(organizationNumbers: readonly string[]): Promise<string[][]> {
  const paths = await readPaths(organizationNumbers);
  return organizationNumbers.map((number) => paths.get(number) ?? []);
}

/** An organization by its number. Throws 404 when there is none. */
export async function requireOrganization(
  organizationNumber: string,
  session?: Session,
): Promise<OrganizationRecord> {
  const found = await findOrganization(organizationNumber, session);
  if (!found) throw noOrganization();
  return found;
}

const noOrganization = () => notFound('There is no such organization.');

/** Returns whether there is no organization yet. */
export async function isWithoutOrganizations(): Promise<boolean> {
  return (await estimateOrganizations()) === 0;
}

/**
 * Adds to one of an organization's counters, in the transaction of what is counted. Throws 404 when the organization was
 * removed meanwhile.
 */
export async function countInOrganization(
  organizationNumber: string,
  counter: Counter,
  by: number,
  session: Session,
): Promise<void> {
  if (!(await countOrganization(organizationNumber, counter, by, session))) throw noOrganization();
}

/** An organization as the subject of its history. */
export function auditSubject({
  organizationNumber,
  organizationName,
}: Pick<OrganizationRecord, 'organizationNumber' | 'organizationName'>) {
  return { type: 'organization', id: organizationNumber, label: organizationName } as const;
}

/** The fields of a new organization. */
export type NewOrganization = {
  organizationNumber: string;
  organizationName: string;
  parentOrganization?: string | null;
  address?: Address | null;
  phones?: { phoneNbr: string }[];
};

/**
 * Creates an organization. Throws 404 for an unknown parent, 409 when the number is taken. `before` runs in its
 * transaction: when it throws, none is created.
 */
export async function createOrganization(
  input: NewOrganization,
  author: Author,
  now: Date,
  before: (session: Session) => Promise<unknown> = () => Promise.resolve(),
): Promise<OrganizationRecord> {
  const { organizationNumber, organizationName, parentOrganization = null } = input;
  const created = {
    organizationNumber,
    action: 'organization.created',
    subject: auditSubject(input),
  } as const;
  try {
    return await inTransaction(async (session) => {
      await before(session);
      // Read and counted in one: a concurrent move of the parent makes this start over.
      const parent =
        parentOrganization === null ? null : await requireOrganization(parentOrganization, session);
      const organization: OrganizationRecord = {
        _id: newId(),
        organizationNumber,
        organizationName,
        ...searchKeysOf(organizationName, organizationNumber),
        parentOrganization,
        path: [...(parent?.path ?? []), organizationNumber],
        address: input.address ?? null,
        phones: input.phones ?? [],
        campaignsCnt: 0,
        groupsCnt: 0,
        membersCnt: 0,
        childrenCnt: 0,
        version: 1,
        createdBy: author.email,
        createdDt: now,
        modifiedBy: author.email,
        modifiedDt: now,
      };
      await insertOrganization(organization, session);
      if (parent) await countInOrganization(parent.organizationNumber, 'childrenCnt', 1, session);
      await recordChanges([created], author, now, session);
      return organization;
    });
  } catch (error) {
    if (isDuplicateKey(error, 'organizations.organizationNumber'))
      throw conflict('number_taken', 'This organization number is taken.');
    throw error;
  }
}

/** The numbers of all organizations of a scope: those where a permission holds, and all below; undefined for `*`. */
export async function numbersWithin(organizationNumbers: readonly string[]): Promise<string[] | undefined> {
  if (organizationNumbers.includes(ROOT)) return undefined;
  return organizationNumbers.length ? readNumbersWithin(organizationNumbers) : [];
}

/**
 * The organizations of a list: those of a scope with everything below them, or the requested one with everything below
 * it; undefined for all. Throws 403 for one that is not in the scope.
 */
export async function numbersOfList(
  scope: readonly string[],
  asked: string | undefined,
): Promise<string[] | undefined> {
  if (!asked || (asked === ROOT && scope.includes(ROOT))) return numbersWithin(scope);
  const path = (await findOrganization(asked))?.path ?? [];
  if (!path.length || !isPermittedAt(scope, path)) throw forbidden();
  return numbersWithin([asked]);
}

/** The organizations at or below which a query for a scope looks; undefined is everywhere. */
export const lookWithin = (organizationNumbers: readonly string[]) =>
  organizationNumbers.includes(ROOT) ? undefined : organizationNumbers;

/** The first organizations of a scope, by name, for which each word of a term begins a word of the name or the number. */
export async function findOrganizationsByTerm(
  organizationNumbers: readonly string[],
  term: string,
  limit: number,
): Promise<PlacedRowRecord[]> {
  const words = searchWords(term);
  if (!organizationNumbers.length || !words.length) return [];
  return readByName(lookWithin(organizationNumbers), words, limit);
}

/** The organizations of a scope that are not below another one of it, by name. */
export async function findHighestOrganizations(
  organizationNumbers: readonly string[],
): Promise<PlacedRowRecord[]> {
  if (organizationNumbers.includes(ROOT)) return readLevel(null);
  const rows = await readRows(organizationNumbers);
  return rows.filter(({ path }) => !path.slice(0, -1).some((above) => organizationNumbers.includes(above)));
}

/** The names of some organizations by number; `*` has one too. */
export async function findOrganizationNames(
  organizationNumbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = organizationNumbers.length ? await readRows([...new Set(organizationNumbers)]) : [];
  return new Map(
    rows.map(({ organizationNumber, organizationName }) => [organizationNumber, organizationName]),
  ).set(ROOT, ROOT_NAME);
}

/** The number of organizations that are neither among some nor below one; up to `ATTENTION_MAX`. */
export async function countOrganizationsWithout(organizationNumbers: readonly string[]): Promise<number> {
  return countOutside(organizationNumbers, ATTENTION_MAX);
}

/** The numbers of groups of an organization and of organizations directly below it, counted rather than read from its counters. */
export async function countBelow(
  organizationNumber: string,
  session?: Session,
): Promise<Pick<Counters, 'groupsCnt' | 'childrenCnt'>> {
  const groupsCnt = await countGroups(organizationNumber, session);
  return { groupsCnt, childrenCnt: await countChildren(organizationNumber, session) };
}
