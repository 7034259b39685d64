/** What a household reads of the claims of its dead (docs/decisions/054). */
import type * as z from 'zod/mini';
import { addDays } from '@kinfold/domain/dates';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FAMILY_CLAIM_DAYS, familyView, type FamilyClaim } from '@kinfold/domain/family-claim';
import { letterheadOf } from '../../people/contacts/letterhead.service.ts';
import {
  findMembers,
  fullName,
  readDeathsAfter,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { findCampaigns } from '../campaigns/campaign.service.ts';
import { readClaimsOf } from './claim.model.ts';

/** The claims of everybody who died in the household of a member, the latest death first. */
export async function familyClaims(
  { _id, household_id }: MemberRecord,
  today: CalendarDate,
): Promise<z.input<typeof FamilyClaim>[]> {
  const since = addDays(today, -FAMILY_CLAIM_DAYS);
  const deaths = household_id === null ? [] : await readDeathsAfter([household_id], since);
  const dead = await findMembers(deaths.flatMap((death) => (death._id === _id ? [] : [death._id])));
  const found = (await Promise.all(dead.map((person) => readClaimsOf(person._id)))).flat();
  const claims = found.toSorted((one, other) => other.createdDt.getTime() - one.createdDt.getTime());
  const [campaigns, offices] = await Promise.all([
    findCampaigns([...new Set(claims.map(({ campaignId }) => campaignId))]),
    Promise.all([...new Set(claims.map(({ organizationNumber }) => organizationNumber))].map(officeOf)),
  ]);
  const nameOf = new Map(dead.map((person) => [person._id, fullName(person)]));
  const fundOf = new Map(campaigns.map((campaign) => [campaign._id, campaign.campaignName]));
  const officeAt = new Map(offices);
  return claims.map((claim) => {
    const { approvedAmount } = claim.benefit;
    const view = familyView({ ...claim, approvedAmount });
    return {
      ...{ claimNbr: claim.claimNbr, name: nameOf.get(claim.memberId) ?? '' },
      ...{ campaignName: fundOf.get(claim.campaignId) ?? '', reportedDt: claim.coverage.reportedDt },
      ...{ ...view, decidedDt: view.decidedDt?.toISOString() ?? null },
      office: officeAt.get(claim.organizationNumber) ?? { name: '', phone: null, contact: null },
    };
  });
}

async function officeOf(organizationNumber: string) {
  const { name, phone, contact } = await letterheadOf(organizationNumber);
  return [organizationNumber, { name, phone, contact }] as const;
}
