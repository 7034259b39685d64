import { SearchQuery, SearchResults } from '@kinfold/domain/search';
import { endpointFor } from '../endpoint.ts';
import type { StaffGrant } from '../../modules/identity/users/user.service.ts';
import { searchEverything } from '../../modules/organizations/search/search.service.ts';

export const getSearch = endpointFor<StaffGrant>()({
  summary:
    'The members, organizations, campaigns and memberships in the user’s scope that match; at most 10 of each',
  query: SearchQuery,
  reply: SearchResults,
  handle: ({ granted, query }) => searchEverything(granted.scopes, query.q),
});
