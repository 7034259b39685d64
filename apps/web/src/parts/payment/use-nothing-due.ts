import { coveredByOthers } from '@kinfold/domain/coverage';
import { nothingDueText, type NothingDue } from '@kinfold/domain/nothing-due';
import { useQuery } from '@tanstack/react-query';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { coverageQuery } from '../../queries/coverage.ts';

/** Returns the texts shown when nothing is due for a member or one membership; undefined while loading. */
export function useNothingDue(memberId: string, membershipId?: string | null): NothingDue | undefined {
  const campaigns = useQuery(memberCampaignsQuery(memberId));
  const coverage = useQuery(coverageQuery(memberId));
  if (!campaigns.data || !coverage.isFetched) return undefined;
  const isMeant = (fund: { campaignMembershipId: string }) =>
    !membershipId || fund.campaignMembershipId === membershipId;
  const coveredBy = coverage.data ? coveredByOthers(coverage.data) : [];
  return nothingDueText(campaigns.data.filter(isMeant), coveredBy.filter(isMeant));
}
