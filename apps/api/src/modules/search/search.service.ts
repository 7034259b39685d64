/** One search over everything that staff look for, each kind within the reader's own scope. */
import type { Permission } from '@kinfold/domain/permission';
import type { SearchResults } from '@kinfold/domain/search';
import { searchCampaigns } from '../campaigns/campaign.service.ts';
import { searchMembersWithin } from '../members/member-search.service.ts';
import { searchMemberships } from '../memberships/membership.service.ts';
import { numbersWithin, searchOrganizations } from '../organizations/organization.service.ts';
import type { PermissionScopes } from '../users/user.service.ts';
import { presentSearchResults } from './search.presenter.ts';

/**
 * What fits a term, at most 10 of each kind: members by names, number, phone or birth date, organizations and campaigns by
 * words of their names, memberships by reference. Of each only what the reader's permissions show.
 */
export async function searchEverything(scopes: PermissionScopes, term: string): Promise<SearchResults> {
  // Mostly the same organizations for all of them: read once.
  const read = new Map<string, Promise<string[] | undefined>>();
  const within = (permission: Permission) => {
    const scope = scopes(permission);
    const key = scope.toSorted().join(' ');
    const numbers = read.get(key) ?? numbersWithin(scope);
    read.set(key, numbers);
    return numbers;
  };
  /** Reads within a scope; nothing where it is empty. */
  const find = async <T>(
    permission: Permission,
    search: (numbers: string[] | undefined, term: string) => Promise<T[]>,
  ) => {
    const numbers = await within(permission);
    return numbers?.length === 0 ? [] : search(numbers, term);
  };
  const [members, organizations, campaigns, memberships] = await Promise.all([
    find('organization.members.get', searchMembersWithin),
    searchOrganizations(scopes('organization.details.get'), term),
    find('organization.campaigns.get', searchCampaigns),
    find('campaign.memberships.get', searchMemberships),
  ]);
  return presentSearchResults({ members, organizations, campaigns, memberships });
}
