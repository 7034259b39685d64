import type { Address } from '@kinfold/domain/address';
import type { OrganizationRow } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import type { Author } from '../../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../platform/database.ts';
import { newId } from '../../platform/documents.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { readPaths } from '../../platform/scopes.ts';
import { recordChanges } from '../audit/audit.service.ts';
import {
  countChildren,
  countGroups,
  countOrganization,
  eachNumber,
  estimateOrganizations,
  insertGroup,
  insertOrganization,
  readCounters,
  readOrganization,
  readOrganizations,
  readRootNumbers,
  readTrees,
  setCounters,
  type Counters,
  type OrganizationRecord,
} from './organization.model.ts';
import { presentOrganizationRow } from './organization.presenter.ts';

export type { Counters, OrganizationRecord };

/** What a policy for an organization hands over. */
export type OrganizationGrant = { organization: OrganizationRecord };

/** What a policy for lists hands over: the organizations where the permission holds, and so below them; `*` for all. */
export type ScopeGrant = { organizationNumbers: readonly string[] };

/** An organization's number and those of all its ancestors; empty when it is unknown. */
export async function organizationPath(organizationNumber: string): Promise<string[]> {
  return (await organizationPaths([organizationNumber]))[0] ?? [];
}

/** The paths of some organizations, in the order asked for; an unknown one's is empty. */
export async function organizationPaths(organizationNumbers: readonly string[]): Promise<string[][]> {
  const paths = await readPaths(organizationNumbers);
  return organizationNumbers.map((number) => paths.get(number) ?? []);
}

/** An organization by its number. */
export async function findOrganization(organizationNumber: string): Promise<OrganizationRecord | undefined> {
  return readOrganization(organizationNumber);
}

/** Some organizations by their numbers, in any order. */
export const findOrganizations = readOrganizations;

/** An organization by its number. Throws 404 when there is none. */
export async function requireOrganization(organizationNumber: string): Promise<OrganizationRecord> {
  const found = await readOrganization(organizationNumber);
  if (!found) throw notFound('There is no such organization.');
  return found;
}

/** Whether there is no organization yet. */
export async function isWithoutOrganizations(): Promise<boolean> {
  return (await estimateOrganizations()) === 0;
}

/** Adds to the counter of an organization's members or campaigns, in the transaction that inserts them. */
export async function countInOrganization(
  organizationNumber: string,
  counter: 'membersCnt' | 'campaignsCnt',
  by: number,
  session: Session,
): Promise<void> {
  await countOrganization(organizationNumber, counter, by, session);
}

/** An organization as the subject of its history. */
export function auditSubject({
  organizationNumber,
  organizationName,
}: Pick<OrganizationRecord, 'organizationNumber' | 'organizationName'>) {
  return { type: 'organization', id: organizationNumber, label: organizationName } as const;
}

/** What a new organization is made of. */
export type NewOrganization = {
  organizationNumber: string;
  organizationName: string;
  parentOrganization?: string | null;
  address?: Address | null;
  phones?: { phoneNbr: string }[];
};

/** Makes an organization. Throws 404 for an unknown parent, 409 when the number is taken. */
export async function createOrganization(
  input: NewOrganization,
  author: Author,
  now: Date,
): Promise<OrganizationRecord> {
  const { organizationNumber, organizationName, parentOrganization = null } = input;
  const parent = parentOrganization === null ? null : await requireOrganization(parentOrganization);
  const organization: OrganizationRecord = {
    _id: newId(),
    organizationNumber,
    organizationName,
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
  const created = {
    organizationNumber,
    action: 'organization.created',
    subject: auditSubject(organization),
  } as const;
  try {
    await inTransaction(async (session) => {
      await insertOrganization(organization, session);
      if (parent) await countOrganization(parent.organizationNumber, 'childrenCnt', 1, session);
      await recordChanges([created], author, now, session);
    });
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('number_taken', 'This organization number is taken.');
    throw error;
  }
  return organization;
}

/** Makes a group in an organization. Throws 404 for an unknown organization, 409 when it has one of that name. */
export async function createGroup(
  { organizationNumber, groupName }: { organizationNumber: string; groupName: string },
  author: Author,
  now: Date,
): Promise<void> {
  const organization = await requireOrganization(organizationNumber);
  const group = { _id: newId(), organizationNumber, groupName, createdBy: author.email, createdDt: now };
  const created = {
    organizationNumber,
    action: 'group.created',
    subject: auditSubject(organization),
    changes: [{ field: 'group', from: null, to: groupName }],
  } as const;
  try {
    await inTransaction(async (session) => {
      await insertGroup(group, session);
      await countOrganization(organizationNumber, 'groupsCnt', 1, session);
      await recordChanges([created], author, now, session);
    });
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('group_exists', 'There is a group of that name already.');
    throw error;
  }
}

/** The numbers of some organizations and of all below them. */
export async function numbersBelow(organizationNumbers: readonly string[]): Promise<string[]> {
  return (await readTrees(organizationNumbers)).map(({ organizationNumber }) => organizationNumber);
}

/** The organizations at and below some, by name; `*` for all. */
export async function listOrganizations(organizationNumbers: readonly string[]): Promise<OrganizationRow[]> {
  const from = organizationNumbers.includes(ROOT) ? await readRootNumbers() : organizationNumbers;
  return (await readTrees(from)).map(presentOrganizationRow);
}

/** Every organization's number, as `_id`; for the verifier. */
export function organizationNumbers(): AsyncGenerator<{ _id: string }> {
  return eachNumber();
}

/** What some organizations say they have. */
export async function findCounters(numbers: readonly string[]): Promise<Counters[]> {
  return readCounters(numbers);
}

/** How many groups an organization has, and organizations right below it, counted and not read from its counters. */
export async function countBelow(
  organizationNumber: string,
  session?: Session,
): Promise<Pick<Counters, 'groupsCnt' | 'childrenCnt'>> {
  const groupsCnt = await countGroups(organizationNumber, session);
  return { groupsCnt, childrenCnt: await countChildren(organizationNumber, session) };
}

/** Writes what was counted in the same transaction. */
export async function writeCounters(counters: Counters, session: Session): Promise<void> {
  await setCounters(counters, session);
}
