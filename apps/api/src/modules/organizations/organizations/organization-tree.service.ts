/** The part of the tree of organizations that a user may look at: whole, by level, by name, and upwards. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundOrganization, OrganizationChoice, OrganizationRow } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import {
  readLevel,
  readRootNumbers,
  readRows,
  readTrees,
  type OrganizationRecord,
} from './organization.model.ts';
import { presentOrganizationChoice, presentOrganizationRow } from './organization.presenter.ts';
import {
  findHighestOrganizations,
  findOrganizationsByTerm,
  lookWithin,
  type ScopeGrant,
} from './organization.service.ts';

type Numbers = ScopeGrant['organizationNumbers'];

const seesAll = (organizationNumbers: Numbers) => organizationNumbers.includes(ROOT);

/** The organizations at and below some, by name; `*` for all. */
export async function listOrganizations(organizationNumbers: Numbers): Promise<OrganizationRow[]> {
  const from = seesAll(organizationNumbers) ? await readRootNumbers() : organizationNumbers;
  return (await readTrees(from)).map(presentOrganizationRow);
}

type OrganizationPath = Pick<OrganizationRecord, 'path'>;

/**
 * A level of the tree, by name: directly below an organization, or the highest that the user may look at (`*`). Empty
 * below an organization that they may not look at.
 */
export async function listLevel(parent: string, organizationNumbers: Numbers): Promise<OrganizationRow[]> {
  const rows =
    parent === ROOT
      ? await findHighestOrganizations(organizationNumbers)
      : await readLevel(parent, lookWithin(organizationNumbers));
  return rows.map(presentOrganizationRow);
}

/** The organizations for which each word of a term begins a word of the name or the number: the first `SEARCH_MAX_RESULTS` by name. */
export async function searchOrganizations(
  term: string,
  organizationNumbers: Numbers,
): Promise<FoundOrganization[]> {
  const found = await findOrganizationsByTerm(organizationNumbers, term, SEARCH_MAX_RESULTS);
  const above = await namesOf(found.flatMap(({ path }) => visibleAbove(path, organizationNumbers)));
  return found.map((row) => ({
    ...presentOrganizationRow(row),
    above: visibleAbove(row.path, organizationNumbers).flatMap((number) => above.get(number) ?? []),
  }));
}

/** The organizations above one that the user may look at, highest first. */
export async function listAbove(
  { path }: OrganizationPath,
  organizationNumbers: Numbers,
): Promise<OrganizationChoice[]> {
  const numbers = visibleAbove(path, organizationNumbers);
  const names = await namesOf(numbers);
  return numbers.flatMap((number) => names.get(number) ?? []);
}

/** A role holds for all below its organization, so the user sees a path from there on. */
function visibleAbove(path: readonly string[], organizationNumbers: Numbers): string[] {
  const above = path.slice(0, -1);
  const first = seesAll(organizationNumbers)
    ? 0
    : path.findIndex((number) => organizationNumbers.includes(number));
  return first < 0 ? [] : above.slice(first);
}

async function namesOf(organizationNumbers: readonly string[]): Promise<Map<string, OrganizationChoice>> {
  const rows = organizationNumbers.length ? await readRows([...new Set(organizationNumbers)]) : [];
  return new Map(rows.map((row) => [row.organizationNumber, presentOrganizationChoice(row)]));
}
