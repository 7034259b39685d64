import { fullName } from '@kinfold/domain/person-name';
import { claimNumberIn, type SearchResults } from '@kinfold/domain/search';
import { findMember } from '../../people/members/member.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { readClaimOfNumber } from './claim.model.ts';

/** The claim whose number a term is, where the roles of some organizations see it. */
export async function searchClaims(
  organizationNumbers: readonly string[],
  term: string,
): Promise<NonNullable<SearchResults['claims']>> {
  const number = claimNumberIn(term);
  const claim = number && (await readClaimOfNumber(number, organizationNumbers));
  if (!claim) return [];
  const { _id, claimNbr, memberId, campaignId } = claim;
  const [member, { campaignName }] = await Promise.all([findMember(memberId), requireCampaign(campaignId)]);
  return [{ _id, claimNbr, name: member ? fullName(member).trim() : '', campaignName }];
}
