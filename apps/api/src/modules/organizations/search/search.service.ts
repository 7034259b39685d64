/** One search over everything that staff look for, each kind within the reader's own scope. */
import { SEARCH_LIMIT, type SearchResults } from '@kinfold/domain/search';
import { onPaths, searchCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { searchMembersWithin } from '../../people/members/member-search.service.ts';
import { searchMemberships } from '../../funds/memberships/membership.service.ts';
import { findOrganizationsByTerm } from '../organizations/organization.service.ts';
import { scopeReader } from '../../identity/users/scope-reader.service.ts';
import type { PermissionScopes } from '../../identity/users/user.service.ts';
import { presentSearchResults } from './search.presenter.ts';

/**
 * The matches of a term, at most 10 of each kind: members by names, number, phone or birth date, organizations and
 * campaigns by words of their names, memberships by reference. Only what the reader's permissions show; campaigns also of
 * organizations above, which members of the reader's own may join.
 */
export async function searchEverything(scopes: PermissionScopes, term: string): Promise<SearchResults> {
  const read = scopeReader(scopes);
  const [members, organizations, campaigns, memberships] = await Promise.all([
    read('organization.members.get', [], (within) => searchMembersWithin(within, term)),
    findOrganizationsByTerm(scopes('organization.details.get'), term, SEARCH_LIMIT),
    read('organization.campaigns.get', [], (_numbers, within) =>
      searchCampaigns(within && onPaths(within), term),
    ),
    read('campaign.memberships.get', [], (within) => searchMemberships(within, term)),
  ]);
  return presentSearchResults({ members, organizations, campaigns, memberships });
}
