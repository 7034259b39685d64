import type { SearchResults } from '@kinfold/domain/search';

type Found = {
  members: SearchResults['members'];
  organizations: SearchResults['organizations'];
  campaigns: SearchResults['campaigns'];
  memberships: {
    _id: string;
    externalRef: string | null;
    primaryMemberId: string;
    primaryMember: { firstNm: string; lastNm: string };
  }[];
};

/** The search results on the wire. */
export function presentSearchResults({
  members,
  organizations,
  campaigns,
  memberships,
}: Found): SearchResults {
  return {
    campaigns,
    organizations: organizations.map(({ organizationNumber, organizationName }) => ({
      organizationNumber,
      organizationName,
    })),
    members: members.map(({ _id, memberId, firstNm, lastNm, organizationName, birthDt }) => ({
      _id,
      memberId,
      firstNm,
      lastNm,
      organizationName,
      birthDt,
    })),
    memberships: memberships.map(({ _id, externalRef, primaryMember, primaryMemberId }) => ({
      _id,
      externalRef: externalRef ?? '',
      primaryMemberName: `${primaryMember.lastNm}, ${primaryMember.firstNm}`,
      primaryMemberId,
    })),
  };
}
