import { listName, type PersonName } from '@kinfold/domain/person-name';
import type { SearchResults } from '@kinfold/domain/search';
import type { SearchedRecord } from '../../people/members/member-search.service.ts';
import { presentFoundName } from '../../people/members/member.presenter.ts';

type Found = {
  members: SearchedRecord[];
  organizations: SearchResults['organizations'];
  campaigns: SearchResults['campaigns'];
  claims: NonNullable<SearchResults['claims']>;
  didYouMean: SearchResults['didYouMean'];
  memberships: {
    _id: string;
    externalRef: string | null;
    primaryMemberId: string;
    primaryMember: PersonName;
  }[];
};

/** The search results on the wire. */
export function presentSearchResults({
  members,
  organizations,
  campaigns,
  memberships,
  claims,
  didYouMean,
}: Found): SearchResults {
  return {
    didYouMean,
    campaigns,
    organizations: organizations.map(({ organizationNumber, organizationName }) => ({
      organizationNumber,
      organizationName,
    })),
    members: members.map((member) => {
      const { _id, memberId, firstNm, lastNm, organizationName, birthDt, externalRef } = member;
      return {
        ...{ _id, memberId, firstNm, lastNm, organizationName, birthDt },
        ...presentFoundName(member),
        ...(externalRef && { externalRef }),
      };
    }),
    memberships: memberships.map(({ _id, externalRef, primaryMember, primaryMemberId }) => ({
      _id,
      externalRef: externalRef ?? '',
      primaryMemberName: listName(primaryMember),
      primaryMemberId,
    })),
    ...(claims.length && { claims }),
  };
}
