import { SearchQuery, SearchResults } from '@kinfold/domain/search';
import { coversFor } from '../covers.ts';
import { endpointFor } from '../endpoint.ts';
import { searchClaims } from '../../modules/funds/claims/claim-search.service.ts';
import type { StaffGrant } from '../../modules/identity/users/user.service.ts';
import { searchEverything } from '../../modules/organizations/search/search.service.ts';

export const getSearch = endpointFor<StaffGrant>()({
  summary:
    'The members, organizations, campaigns and memberships in the user’s scope that match; at most 10 of each',
  query: SearchQuery,
  reply: SearchResults,
  async handle(context) {
    const found = await searchEverything(context.granted.scopes, context.query.q, searchClaims);
    const { members, memberships } = found;
    const covers = await coversFor(context, {
      memberIds: members.map(({ _id }) => _id),
      membershipIds: memberships.map(({ _id }) => _id),
    });
    return {
      ...found,
      members: members.map((one) => ({ ...one, cover: covers.ofMember(one._id) })),
      memberships: memberships.map((one) => ({ ...one, cover: covers.ofMembership(one._id) })),
    };
  },
});
